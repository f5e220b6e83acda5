package org.urdma4j.bench;

import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Gid;
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
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.Verbs;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.Arena;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Locale;

/**
 * A program that says how much faster several event loops send than one: own address, an address
 * where nobody needs to be, loops, seconds for each turn, how many turns of each. Unreliable
 * connections, as many as there are loops, WRITE to a peer that never answers, so that the
 * processors are the sender's alone, as beside a peer on another host. Give it a network that
 * swallows what is sent: docs/performance.md has one.
 */
final class LoopLoad {
    private static final int MESSAGE = 1 << 20;
    private static final int DEPTH = 4;

    /** Of each queue pair, so that no cache holds it. */
    private static final int SLOTS = 64;

    private final InetAddress own;
    private final InetAddress peer;
    private final long turnNs;

    private LoopLoad(InetAddress own, InetAddress peer, double seconds) {
        this.own = own;
        this.peer = peer;
        turnNs = (long) (seconds * 1e9);
    }

    public static void main(String[] args) throws UnknownHostException {
        if (args.length != 5) {
            System.err.println("usage: LoopLoad OWN-ADDRESS OTHER-ADDRESS LOOPS SECONDS TURNS");
            System.exit(2);
        }
        int loops = Integer.parseInt(args[2]);
        int turns = Integer.parseInt(args[4]);
        LoopLoad load =
                new LoopLoad(
                        InetAddress.getByName(args[0]),
                        InetAddress.getByName(args[1]),
                        Double.parseDouble(args[3]));
        double[] ratios = new double[turns];
        for (int turn = -1; turn < turns; turn++) {
            double one = load.run(1);
            double several = load.run(loops);
            System.out.printf(
                    Locale.ROOT,
                    "1 loop %.1f Gbit/s, %d loops %.1f (%.2f times)%s%n",
                    one,
                    loops,
                    several,
                    several / one,
                    turn < 0 ? ", to warm up" : "");
            if (turn >= 0) {
                ratios[turn] = several / one;
            }
        }
        Arrays.sort(ratios);
        System.out.printf(Locale.ROOT, "median %.2f%n", ratios[turns / 2]);
    }

    /** Returns the Gbit/s of payload that so many loops send. */
    private double run(int loops) {
        ContextAttr attr = ContextAttr.builder().eventLoops(loops).build();
        try (Arena arena = Arena.ofShared();
                Context context = Verbs.open(own, attr)) {
            ProtectionDomain domain = context.allocPd();
            CompletionQueue done = context.createCq(2 * DEPTH * loops);
            MemoryRegion memory =
                    domain.regMr(
                            arena.allocate((long) MESSAGE * SLOTS * loops, 4096),
                            AccessFlags.LOCAL_WRITE);
            QueuePair[] qps = new QueuePair[loops];
            long[] posted = new long[loops];
            for (int i = 0; i < loops; i++) {
                qps[i] = connected(domain, done);
                for (int j = 0; j < DEPTH; j++) {
                    post(qps[i], memory, i, posted[i]++);
                }
            }
            long messages = 0;
            long endNs = System.nanoTime() + turnNs;
            WorkCompletion[] completions = {new WorkCompletion()};
            while (System.nanoTime() - endNs < 0) {
                if (done.poll(completions) == 0) {
                    pause();
                    continue;
                }
                messages++;
                int i = (int) completions[0].wrId();
                post(qps[i], memory, i, posted[i]++);
            }
            return messages * (double) MESSAGE * Byte.SIZE / turnNs;
        }
    }

    /** The loops are to have the processors. */
    private static void pause() {
        try {
            Thread.sleep(0, 100_000);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }

    private QueuePair connected(ProtectionDomain domain, CompletionQueue done) {
        QueuePair qp =
                domain.createQp(
                        QpInitAttr.builder()
                                .qpType(QpType.UC)
                                .cq(done)
                                .cap(new QpCap(DEPTH, 1, 1, 1, 0))
                                .build());
        Gid there = Gid.of(peer);
        QpAttr way = new QpAttr().ahAttr(new AhAttr(GlobalRoute.to(there, 0), 0, 1));
        QpAttrs.connect(
                qp, new QpEndpoint(qp.qpNum(), 1, Gid.of(own)), new QpEndpoint(2, 1, there), way);
        return qp;
    }

    private static void post(QueuePair qp, MemoryRegion memory, int of, long n) {
        long at = (of * (long) SLOTS + n % SLOTS) * MESSAGE;
        SendWr request =
                new SendWr()
                        .wrId(of)
                        .opcode(WrOpcode.RDMA_WRITE)
                        .sendFlags(SendFlags.SIGNALED)
                        .addSge(memory, at, MESSAGE)
                        .rdma(0, 1);
        PostStatus status = qp.postSend(request);
        if (status != PostStatus.OK) {
            throw new IllegalStateException("a request can't be posted: " + status);
        }
    }
}
