package org.urdma4j.tools.perftest;

import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.DeviceAttr;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GlobalRoute;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WorkCompletion;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** One end: its queue pair and memory, and the loop that keeps requests posted. */
final class PerftestEnd implements AutoCloseable {
    /** 0.54 s, and eight times that: a peer's first packet may take a JVM half a second. */
    private static final int TIMEOUT = 17;

    private static final int ACCESS =
            AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE | AccessFlags.REMOTE_READ;

    private final PerftestSettings settings;
    private final Context context;
    private final CompletionChannel channel;
    private final CompletionQueue completions;
    private final MemoryRegion region;
    private final int gidIndex;
    private final QueuePair pair;
    private final Destination own;
    private final int readsTaken;
    private final int readsAsked;
    private final WorkCompletion[] done = WorkCompletion.array(64);
    private int posted;
    private int completed;

    PerftestEnd(PerftestSettings settings, Context context, int gidIndex, RandomGenerator random) {
        this.gidIndex = gidIndex;
        this.settings = settings;
        this.context = context;
        DeviceAttr device = context.queryDevice();
        readsTaken = device.maxQpRdAtom();
        readsAsked = device.maxQpInitRdAtom();
        ProtectionDomain domain = context.allocPd();
        channel = context.createCompChannel();
        int depth = settings.depth();
        completions = context.createCq(2 * depth, null, channel);
        region = domain.regMr(Arena.ofAuto().allocate(settings.memory(), 4096), ACCESS);
        pair =
                domain.createQp(
                        QpInitAttr.builder()
                                .cq(completions)
                                .cap(new QpCap(depth, depth, 1, 1, 0))
                                .sqSigAll(true)
                                .build());
        Gid gid = context.queryGid(1, gidIndex);
        int reads = settings.op() == PerftestOp.READ ? readsTaken : 1;
        own =
                new Destination(
                        reads,
                        pair.qpNum(),
                        random.nextInt(1 << 24),
                        region.rkey(),
                        region.addr(),
                        gid);
    }

    Destination own() {
        return own;
    }

    /**
     * Connects, and posts the first receives.
     *
     * @param receives whether messages will come for them
     */
    void connect(Destination peer, Mtu mtu, boolean receives) throws IOException {
        int asked = Math.max(1, Math.min(readsAsked, peer.outstandingReads()));
        QpAttrs.connect(
                pair,
                new QpEndpoint(own.qpn(), own.psn(), own.gid()),
                new QpEndpoint(peer.qpn(), peer.psn(), peer.gid()),
                new QpAttr()
                        .qpAccessFlags(ACCESS)
                        .ahAttr(new AhAttr(GlobalRoute.to(peer.gid(), gidIndex), 0, 1))
                        .pathMtu(mtu)
                        .maxDestRdAtomic(readsTaken)
                        .maxRdAtomic(asked)
                        .timeout(TIMEOUT));
        if (receives) {
            fill(new RecvWr().addSge(region, 0, settings.size()));
        }
    }

    /** Posts all requests, and waits for the last; returns nanoseconds from first to last. */
    long send(Destination peer) throws IOException, InterruptedException {
        SendWr request =
                new SendWr()
                        .opcode(settings.op().opcode)
                        .addSge(region, 0, settings.size())
                        .rdma(peer.address(), peer.rkey());
        long startNs = SystemClock.nowNs();
        while (completed < settings.iterations()) {
            while (mayPost()) {
                check(pair.postSend(request));
            }
            await();
        }
        return SystemClock.nowNs() - startNs;
    }

    /** Takes all messages; returns nanoseconds from the first to the last. */
    long receive() throws IOException, InterruptedException {
        RecvWr receive = new RecvWr().addSge(region, 0, settings.size());
        long startNs = 0;
        while (completed < settings.iterations()) {
            boolean first = completed == 0;
            await();
            if (first) {
                startNs = SystemClock.nowNs();
            }
            fill(receive);
        }
        return SystemClock.nowNs() - startNs;
    }

    private void fill(RecvWr receive) throws IOException {
        while (mayPost()) {
            check(pair.postRecv(receive));
        }
    }

    private boolean mayPost() {
        return posted < settings.iterations() && posted - completed < settings.depth();
    }

    private void check(PostStatus status) throws IOException {
        if (status != PostStatus.OK) {
            throw new IOException("a request couldn't be posted: " + status);
        }
        posted++;
    }

    /** Takes completions, at least one. */
    private void await() throws IOException, InterruptedException {
        int count = completions.poll(done);
        while (count == 0) {
            completions.reqNotify(false);
            count = completions.poll(done);
            if (count == 0
                    && channel.getCqEvent(Duration.ofSeconds(settings.patienceS())) == null) {
                throw new IOException(
                        "nothing was completed for %d s, after %d of %d"
                                .formatted(settings.patienceS(), completed, settings.iterations()));
            }
        }
        for (int i = 0; i < count; i++) {
            completed++;
            if (!done[i].isSuccess()) {
                throw new IOException(
                        "message %d of %d failed: %s"
                                .formatted(
                                        completed,
                                        settings.iterations(),
                                        done[i].status().description()));
            }
            if (done[i].opcode() == WcOpcode.RECV && done[i].byteLen() != settings.size()) {
                throw new IOException(
                        "message %d has %d bytes and not %d; give both ends the same --size"
                                .formatted(completed, done[i].byteLen(), settings.size()));
            }
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
