package org.urdma4j.tools.pingpong;

import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.GlobalRoute;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WorkCompletion;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/** One end: its queue pair, and the loop that answers each message with one. */
final class PingpongEnd implements AutoCloseable {
    /** 0.54 s, and eight times that: a peer's first packet may take a JVM half a second. */
    private static final int TIMEOUT = 17;

    /** Fixed in ibv_ud_pingpong. */
    private static final int QKEY = 0x1111_1111;

    /** Room for the network header before a datagram. */
    private static final int GRH = 40;

    private static final String SAME = "--qp, --size and --iters must be the same at both ends";

    private static final long SEND = 2;
    private static final long RECEIVE = 1;
    private static final int LOOKS_BEFORE_A_BREATH = 1000;
    private static final long BREATH_NS = 1000;
    private static final Duration NAP = Duration.ofSeconds(1);

    private final PingpongSettings settings;
    private final Context context;
    private final int gidIndex;
    private final CompletionChannel channel;
    private final CompletionQueue completions;
    private final QueuePair pair;
    private final Destination own;
    private final RecvWr receive = new RecvWr().wrId(RECEIVE);
    private final SendWr send = new SendWr().wrId(SEND).sendFlags(SendFlags.SIGNALED);
    private final WorkCompletion[] done = WorkCompletion.array(2);
    private int posted;
    private long sent;
    private long received;

    /**
     * Makes the queue pair; one of UD may hear of the peer at once.
     *
     * @param gidIndex which entry of the device's GID table is ours
     */
    PingpongEnd(PingpongSettings settings, Context context, int gidIndex, RandomGenerator random) {
        this.gidIndex = gidIndex;
        this.settings = settings;
        this.context = context;
        ProtectionDomain domain = context.allocPd();
        channel = context.createCompChannel();
        completions = context.createCq(settings.depth() + 1, null, channel);
        boolean datagram = settings.type() == QpType.UD;
        int offset = datagram ? GRH : 0;
        MemoryRegion region =
                domain.regMr(
                        Arena.ofAuto().allocate((long) settings.size() + GRH, 4096),
                        AccessFlags.LOCAL_WRITE);
        pair =
                domain.createQp(
                        QpInitAttr.builder()
                                .qpType(settings.type())
                                .cq(completions)
                                .cap(new QpCap(1, settings.depth(), 1, 1, 0))
                                .build());
        receive.addSge(region, 0, settings.size() + offset);
        send.addSge(region, offset, settings.size());
        int psn = random.nextInt(1 << 24);
        own = new Destination(0, pair.qpNum(), psn, context.queryGid(1, gidIndex));
        if (datagram) {
            QpAttrs.activate(pair, QKEY, psn);
            postReceives();
        }
    }

    Destination own() {
        return own;
    }

    /** Points the queue pair at the peer, whose messages may come from now on. */
    void connect(Destination peer) {
        GlobalRoute way = GlobalRoute.to(peer.gid(), gidIndex);
        AhAttr ah = new AhAttr(way, settings.serviceLevel(), 1);
        if (settings.type() == QpType.UD) {
            send.ud(pair.protectionDomain().createAh(ah), peer.qpn(), QKEY);
            return;
        }
        QpAttr options = new QpAttr().ahAttr(ah).pathMtu(settings.mtu());
        if (settings.type() == QpType.RC) {
            options.maxDestRdAtomic(1).maxRdAtomic(1).timeout(TIMEOUT);
        }
        QpAttrs.connect(
                pair,
                new QpEndpoint(own.qpn(), own.psn(), own.gid()),
                new QpEndpoint(peer.qpn(), peer.psn(), peer.gid()),
                options);
        postReceives();
    }

    /**
     * Plays; returns how long it took, in nanoseconds.
     *
     * @param begins whether this end sends first
     * @throws IOException if it comes to nothing; the message is a line for people
     */
    long play(boolean begins) throws IOException, InterruptedException {
        long start = SystemClock.nowNs();
        long lastNs = start;
        long pending = RECEIVE;
        if (begins) {
            post();
            pending |= SEND;
        }
        while (sent < settings.iterations() || received < settings.iterations()) {
            int count = await(lastNs);
            lastNs = SystemClock.nowNs();
            for (int i = 0; i < count; i++) {
                pending &= ~take(done[i]);
                if (sent < settings.iterations() && pending == 0) {
                    post();
                    pending = SEND | RECEIVE;
                }
            }
        }
        return SystemClock.nowNs() - start;
    }

    private void post() throws IOException {
        PostStatus status = pair.postSend(send);
        if (status != PostStatus.OK) {
            throw new IOException("a message couldn't be posted: " + status);
        }
    }

    private long take(WorkCompletion completion) throws IOException {
        if (!completion.isSuccess()) {
            throw new IOException(
                    "%s number %d failed: %s; %s"
                            .formatted(
                                    completion.wrId() == SEND ? "message" : "receive",
                                    (completion.wrId() == SEND ? sent : received) + 1,
                                    completion.status().description(),
                                    SAME));
        }
        if (completion.wrId() == SEND) {
            sent++;
        } else {
            received++;
            posted--;
            long bytes = completion.byteLen() - (settings.type() == QpType.UD ? GRH : 0);
            if (bytes != settings.size()) {
                throw new IOException(
                        "the peer sends %d bytes, not %d; %s"
                                .formatted(bytes, settings.size(), SAME));
            }
            if (posted <= 1) {
                postReceives();
            }
        }
        return completion.wrId();
    }

    private void postReceives() {
        while (posted < settings.depth() && pair.postRecv(receive) == PostStatus.OK) {
            posted++;
        }
    }

    /** Returns how many completions there are, at least one. */
    private int await(long sinceNs) throws IOException, InterruptedException {
        int looks = 0;
        while (true) {
            int count = completions.poll(done);
            if (count > 0) {
                return count;
            }
            if (settings.events()) {
                completions.reqNotify(false);
                count = completions.poll(done);
                if (count > 0) {
                    return count;
                }
                channel.getCqEvent(NAP);
            } else if (++looks % LOOKS_BEFORE_A_BREATH == 0) {
                LockSupport.parkNanos(BREATH_NS);
            } else {
                Thread.onSpinWait();
            }
            if ((settings.events() || looks % LOOKS_BEFORE_A_BREATH == 0)
                    && SystemClock.nowNs() - sinceNs > settings.patience() * 1_000_000_000L) {
                throw new IOException(silence());
            }
        }
    }

    private String silence() {
        String reason =
                settings.type() == QpType.RC
                        ? "is it still there? " + SAME
                        : "%s sends nothing again, so one that was lost ends the game"
                                .formatted(settings.type());
        return "no message came for %d s, after %d of %d: %s"
                .formatted(settings.patience(), received, settings.iterations(), reason);
    }

    @Override
    public void close() {
        context.close();
    }
}
