package org.urdma4j.simulation.congestion;

import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkCounters;
import org.urdma4j.simulation.link.LinkTap;
import org.urdma4j.simulation.link.RedMarking;
import org.urdma4j.simulation.queue.QueueType;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.WrOpcode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Flows that begin one after another and share one queue without limit, in virtual time: what they
 * use of the link, how evenly, and what stands in the queue.
 */
final class SharedQueue implements LinkTap<SimulatedPacket> {
    static final long MS = 1_000_000;
    static final long GBPS = 1_000_000_000;
    private static final int BUCKET_BYTES = 4_000;
    private static final int BUCKETS = 1 << 17;
    private static final long WITHOUT_LIMIT = 1L << 40;

    /**
     * What a span showed.
     *
     * @param use of the link, framing included, 0 to 1
     * @param jain Jain's index of the flows' rates
     * @param least of the flows' rates, as a multiple of the fair share
     * @param meanBytes of the queue that packets met
     * @param p95Bytes what 95 of 100 packets met no more than, to 4 KB
     * @param maxBytes of the queue that packets met
     */
    record Found(
            double use,
            double jain,
            double least,
            double meanBytes,
            double p95Bytes,
            double maxBytes) {}

    final SimulatedNetwork network;
    private final long rate;
    private final SimulatedLink there;
    private final SimulatedLink back;
    private final List<Bulk> flows = new ArrayList<>();
    private final Map<String, long[]> arrived = new HashMap<>();
    private long packets;
    private double queued;
    private double longest;
    private final long[] histogram = new long[BUCKETS];

    /** A link each way, of which only the one there marks. */
    SharedQueue(long rate, long rttNs, RedMarking marking) {
        this(1, rate, rttNs, marking);
    }

    /** The same, with another seed of what is marked. */
    SharedQueue(long seed, long rate, long rttNs, RedMarking marking) {
        this(rate, seed, link(rate, rttNs).toBuilder().marking(marking).build(), link(rate, rttNs));
    }

    /** Two links of which the one there has this rate. */
    SharedQueue(long rate, long seed, LinkConfig there, LinkConfig back) {
        this(rate, seed, there, back, QueueType.DROP_TAIL);
    }

    /** The same, with this queue before the link there. */
    SharedQueue(long rate, long seed, LinkConfig there, LinkConfig back, QueueType queue) {
        this.rate = rate;
        network = new SimulatedNetwork(seed, PayloadMover.BY_REFERENCE);
        this.there = network.link("there", there, queue);
        this.back = network.link("back", back);
        this.there.tap(this);
    }

    private static LinkConfig link(long rate, long rttNs) {
        return LinkConfig.builder().rate(rate).delay(rttNs / 2).queue(WITHOUT_LIMIT).build();
    }

    SimulatedLink there() {
        return there;
    }

    SimulatedLink back() {
        return back;
    }

    /** Starts flows of WRITEs a time apart. */
    SharedQueue start(int count, long apartNs, Supplier<QpAttr> attributes) {
        return start(count, apartNs, attributes, WrOpcode.RDMA_WRITE);
    }

    /** Starts flows a time apart, with these attributes, asked for anew for each. */
    SharedQueue start(int count, long apartNs, Supplier<QpAttr> attributes, WrOpcode operation) {
        for (int i = 0; i < count; i++) {
            SimulatedHost a = network.host("a" + i, EngineConfig.DEFAULT);
            SimulatedHost b = network.host("b" + i, EngineConfig.DEFAULT);
            network.route(a, b, there);
            network.route(b, a, back);
            flows.add(new Bulk(a, b, attributes.get()).forward(operation));
            arrived.put(a.name(), new long[1]);
            if (i + 1 < count) {
                network.time().runUntil(network.time().nowNs() + apartNs);
            }
        }
        return this;
    }

    /** Starts flows at once, from hosts of their own into one. */
    SharedQueue startIntoOne(int count, QpAttr attributes, WrOpcode operation) {
        return startIntoOne(count, 1, attributes, operation);
    }

    /** As the other one, into a device with several event loops. */
    SharedQueue startIntoOne(int count, int loops, QpAttr attributes, WrOpcode operation) {
        SimulatedHost sink = network.host("b", EngineConfig.DEFAULT);
        sink.eventLoops(loops);
        SoftContext context = sink.open();
        if (operation == WrOpcode.RDMA_READ) {
            sink.application(() -> flows.forEach(Bulk::onSinkTurn));
        }
        for (int i = 0; i < count; i++) {
            SimulatedHost a = network.host("a" + i, EngineConfig.DEFAULT);
            network.route(a, sink, there);
            network.route(sink, a, back);
            flows.add(new Bulk(a, sink, context, attributes).forward(operation));
            arrived.put(a.name(), new long[1]);
        }
        return this;
    }

    Bulk flow(int i) {
        return flows.get(i);
    }

    /** Returns what the link there has counted. */
    LinkCounters counters() {
        return there.counters();
    }

    /** Returns what shows from a time on until another. */
    Found found(long fromNs, long untilNs) {
        network.time().runUntil(fromNs);
        packets = 0;
        queued = 0;
        longest = 0;
        Arrays.fill(histogram, 0);
        arrived.values().forEach(bytes -> bytes[0] = 0);
        long wireBefore = there.counters().wireBytes();
        network.time().runUntil(untilNs);
        double carried = 8e9 * (there.counters().wireBytes() - wireBefore);
        double sum = 0;
        double squares = 0;
        double least = Double.MAX_VALUE;
        for (long[] bytes : arrived.values()) {
            sum += bytes[0];
            squares += (double) bytes[0] * bytes[0];
            least = Math.min(least, (double) bytes[0]);
        }
        return new Found(
                carried / rate / (untilNs - fromNs),
                sum * sum / (arrived.size() * squares),
                least * arrived.size() / sum,
                queued / packets,
                p95Bytes(),
                longest);
    }

    private double p95Bytes() {
        long below = 0;
        int bucket = 0;
        while (below < 0.95 * packets) {
            below += histogram[bucket++];
        }
        return (double) bucket * BUCKET_BYTES;
    }

    @Override
    public void onTransmit(
            SimulatedPacket packet, int packetBytes, long nowNs, long departNs, long queuedNs) {
        double bytes = queuedNs / 8e9 * rate;
        packets++;
        queued += bytes;
        longest = Math.max(longest, bytes);
        histogram[Math.min(BUCKETS - 1, (int) (bytes / BUCKET_BYTES))]++;
    }

    @Override
    public void onDeliver(
            SimulatedPacket packet, int packetBytes, int marks, long dueNs, long lateNs) {
        arrived.get(packet.sender())[0] += packetBytes;
    }
}
