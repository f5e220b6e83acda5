package org.urdma4j.simulation.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.PostStatus;
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
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** One end of a connection: a host's device with one region, one completion queue, one pair. */
public final class Peer {
    public static final int ALL_ACCESS =
            AccessFlags.LOCAL_WRITE
                    | AccessFlags.REMOTE_WRITE
                    | AccessFlags.REMOTE_READ
                    | AccessFlags.REMOTE_ATOMIC;

    public final SimulatedHost host;
    public final SoftContext context;
    public final MemorySegment memory;
    public final MemoryRegion region;
    public final CompletionQueue cq;
    public final QueuePair qp;
    private final List<WorkCompletion> waiting = new ArrayList<>();
    private final WorkCompletion[] holder = WorkCompletion.array(1);

    public Peer(SimulatedHost host, int memoryBytes) {
        this(host, host.open(), memoryBytes);
    }

    /** One of several connections of a host, whose device is open. */
    public Peer(SimulatedHost host, SoftContext context, int memoryBytes) {
        this(host, context, memoryBytes, 64);
    }

    /**
     * @param depth requests of each kind outstanding
     */
    public Peer(SimulatedHost host, SoftContext context, int memoryBytes, int depth) {
        this(host, context, memoryBytes, depth, QpType.RC);
    }

    /** With a queue pair of any type. */
    public Peer(SimulatedHost host, SoftContext context, int memoryBytes, int depth, QpType type) {
        this.host = host;
        this.context = context;
        var domain = context.allocPd();
        memory = MemorySegment.ofArray(new long[memoryBytes / Long.BYTES]);
        region = domain.regMr(memory, ALL_ACCESS);
        cq = context.createCq(4 * depth);
        qp =
                domain.createQp(
                        QpInitAttr.builder()
                                .qpType(type)
                                .cq(cq)
                                .cap(new QpCap(depth, depth, 8, 8, 256))
                                .build());
    }

    /** Connects with the options of {@link QpAttrs#connect} and all access. */
    public static void connect(Peer a, Peer b) {
        connect(a, b, 100, 200, new QpAttr());
    }

    public static void connect(Peer a, Peer b, int psnOfA, int psnOfB, QpAttr options) {
        options.qpAccessFlags(ALL_ACCESS);
        QpEndpoint endOfA = new QpEndpoint(a.qp.qpNum(), psnOfA, a.host.gid());
        QpEndpoint endOfB = new QpEndpoint(b.qp.qpNum(), psnOfB, b.host.gid());
        QpAttrs.connect(a.qp, endOfA, endOfB, options);
        QpAttrs.connect(b.qp, endOfB, endOfA, options);
    }

    public void fill(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (long at = 0; at < memory.byteSize(); at += Long.BYTES) {
            memory.set(ValueLayout.JAVA_LONG, at, random.nextLong());
        }
    }

    /** Makes a signaled WRITE from the same offset here to there. */
    public SendWr write(Peer to, long offset, long bytes) {
        return new SendWr()
                .opcode(WrOpcode.RDMA_WRITE)
                .sendFlags(SendFlags.SIGNALED)
                .rdma(to.region.addr() + offset, to.region.rkey())
                .addSge(region.sge(offset, bytes));
    }

    public void post(SendWr wr) {
        assertThat(qp.postSend(wr)).isEqualTo(PostStatus.OK);
    }

    public void post(RecvWr wr) {
        assertThat(qp.postRecv(wr)).isEqualTo(PostStatus.OK);
    }

    /** Returns whether {@code n} completions wait. */
    public boolean completions(int n) {
        while (cq.poll(holder) == 1) {
            waiting.add(holder[0]);
            holder[0] = new WorkCompletion();
        }
        return waiting.size() >= n;
    }

    /** Takes every completion there is. */
    public List<WorkCompletion> poll() {
        completions(0);
        List<WorkCompletion> all = List.copyOf(waiting);
        waiting.clear();
        return all;
    }

    /** Takes the one completion that must be there. */
    public WorkCompletion only() {
        List<WorkCompletion> all = poll();
        assertThat(all).hasSize(1);
        return all.getFirst();
    }
}
