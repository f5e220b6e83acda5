package org.urdma4j.simulation.host;

import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.management.ManagementFactory;

/**
 * One flow between two hosts at a link's full rate. As a program it prints goodput and how many
 * packets one core simulates in a second of its time.
 */
final class HostLoad {
    static final long RATE = 100_000_000_000L;
    private static final long SECOND = 1_000_000_000;

    private final SimulatedNetwork network;
    private final DuplexLink links;
    private final Peer requester;
    private final Peer responder;
    private final SendWr request;
    private final int message;
    private final int queued;
    private long completed;

    /**
     * @param operation RDMA_WRITE or RDMA_READ
     * @param message bytes of each
     * @param queued how many are posted at a time
     * @param loss of the direction in which the payload goes
     */
    HostLoad(
            PayloadMover payload,
            WrOpcode operation,
            int message,
            int queued,
            long roundTripNs,
            LossSpec loss) {
        this.message = message;
        this.queued = queued;
        network = new SimulatedNetwork(1, payload);
        LinkConfigBuilder link = LinkConfig.builder().rate(RATE).delay(roundTripNs / 2);
        LinkConfig clean = link.build();
        LinkConfig lossy = link.loss(loss).build();
        boolean read = operation == WrOpcode.RDMA_READ;
        SimulatedHost a = network.host("requester", EngineConfig.DEFAULT);
        SimulatedHost b = network.host("responder", EngineConfig.DEFAULT);
        links = network.connect(a, b, read ? clean : lossy, read ? lossy : clean);
        requester = new Peer(a, a.open(), message, queued);
        responder = new Peer(b, b.open(), message, queued);
        Peer.connect(requester, responder, 0, 0, new QpAttr().rateLimit(RATE / 1000).timeout(15));
        request = requester.write(responder, 0, message).opcode(operation);
        a.application(this::keepBusy);
    }

    /** Starts to ask for more without end. */
    void start() {
        for (int i = 0; i < queued; i++) {
            requester.post(request);
        }
    }

    private void keepBusy() {
        while (requester.completions(1)) {
            for (WorkCompletion done : requester.poll()) {
                if (!done.isSuccess()) {
                    throw new IllegalStateException("a request failed: " + done);
                }
                completed++;
                requester.post(request);
            }
        }
    }

    SimulatedNetwork network() {
        return network;
    }

    /** Returns the share of the link's rate that is payload of requests that completed. */
    double utilization(long fromNs, long completedBefore) {
        double bits = (completed - completedBefore) * (message * 8.0);
        return bits / (network.time().nowNs() - fromNs) * SECOND / RATE;
    }

    long completed() {
        return completed;
    }

    long packets() {
        return links.there().counters().offered() + links.back().counters().offered();
    }

    long retransmitted() {
        return requester.host.counters().get(Counter.RETRANSMITTED_PKTS);
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 4;
        measure(rounds, PayloadMover.BY_REFERENCE, WrOpcode.RDMA_WRITE, 64 << 20, 16);
        measure(rounds, PayloadMover.BY_REFERENCE, WrOpcode.RDMA_READ, 64 << 20, 16);
        measure(rounds, PayloadMover.BY_REFERENCE, WrOpcode.RDMA_WRITE, 64, 4096);
        measure(rounds, PayloadMover.COPYING, WrOpcode.RDMA_WRITE, 64 << 20, 16);
    }

    private static void measure(
            int rounds, PayloadMover payload, WrOpcode operation, int message, int queued) {
        var threads = ManagementFactory.getThreadMXBean();
        HostLoad load =
                new HostLoad(payload, operation, message, queued, 20_000_000, LossSpec.NONE);
        load.start();
        for (int round = 0; round < rounds; round++) {
            long packets = load.packets();
            long startNs = load.network.time().nowNs();
            long done = load.completed();
            long start = threads.getCurrentThreadCpuTime();
            load.network.time().runUntil(startNs + SECOND);
            double ns = threads.getCurrentThreadCpuTime() - start;
            packets = load.packets() - packets;
            System.out.printf(
                    "%s %s of %d: %.2f million packets/s, %.0f ns each, %.3f of the link%n",
                    payload,
                    operation,
                    message,
                    packets * 1e3 / ns,
                    ns / packets,
                    load.utilization(startNs, done));
        }
    }
}
