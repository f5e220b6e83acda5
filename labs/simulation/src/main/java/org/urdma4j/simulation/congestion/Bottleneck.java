package org.urdma4j.simulation.congestion;

import org.urdma4j.simulation.host.Hop;
import org.urdma4j.simulation.host.MisbehavingReceiver;
import org.urdma4j.simulation.host.Misbehaviour;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.Framing;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkTap;
import org.urdma4j.simulation.queue.QueueType;
import org.urdma4j.simulation.tcp.TcpFlow;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaPaths;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WrOpcode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Flows of ours and of others over one bottleneck in virtual time, each between two hosts of its
 * own, and what each got of it. What is measured counts from {@link #clear} on, at the far end of
 * the bottleneck, framing included and whatever was sent twice. Confined to one thread.
 */
public final class Bottleneck implements LinkTap<SimulatedPacket> {
    /** Of a round trip, by which waits are counted. */
    private static final int PARTS = 256;

    /** The longest wait that is told from longer ones. */
    private static final int ROUND_TRIPS = 16;

    private final SimulatedNetwork network;
    private final SimulatedLink there;
    private final SimulatedLink back;
    private final boolean marks;
    private final double rttNs;
    private final SplittableRandom random;
    private final List<Bulk> bulks = new ArrayList<>();
    private final List<Runnable> stops = new ArrayList<>();
    private final Map<String, long[]> arrived = new HashMap<>();
    private final List<long[]> ours = new ArrayList<>();
    private final List<long[]> rivals = new ArrayList<>();
    private final int[] waits = new int[PARTS * ROUND_TRIPS];
    private Misbehaviour misbehaviour = Misbehaviour.NONE;

    /** Null where there is none. */
    private CircuitBreaker breaker;

    private double waitedNs;
    private long packets;
    private long wireBefore;
    private long sentBefore;
    private long againBefore;

    /**
     * Creates the links, without flows.
     *
     * @param seed of all that is random
     * @param there the bottleneck; its delay is half of the round trip
     * @param back the way of what acknowledges
     * @param queue of the bottleneck; flows of ours heed marks where it makes some
     */
    public Bottleneck(long seed, LinkConfig there, LinkConfig back, QueueType queue) {
        network = new SimulatedNetwork(seed, PayloadMover.BY_REFERENCE);
        this.there = network.link("there", there, queue);
        marks = queue != QueueType.DROP_TAIL;
        this.back = network.link("back", back);
        this.there.tap(this);
        rttNs = there.delayNs() + back.delayNs();
        random = new SplittableRandom(seed);
    }

    /** Has the receivers of flows of ours that begin from now on, over one path, misbehave. */
    public void receivers(Misbehaviour kind) {
        misbehaviour = kind;
    }

    /**
     * Puts a circuit breaker before the bottleneck, for all flows of ours that begin from now on.
     *
     * @param openNs for how long it cuts them off
     */
    public void breaker(long openNs) {
        breaker = new CircuitBreaker(network, (long) rttNs, openNs);
    }

    /**
     * Has the breaker cut off the flows of ours, although they were not the cause.
     *
     * @param graceNs after which they can know
     */
    public void trip(long graceNs) {
        breaker.trip(graceNs);
    }

    /** Returns how often flows of ours had the breaker cut them off; 0 without one. */
    public int trips() {
        return breaker == null ? 0 : breaker.trips();
    }

    /** Returns the bytes of frames that flows of ours sent into the breaker after the grace. */
    public long cutBytes() {
        return breaker == null ? 0 : breaker.offeredBytes();
    }

    private Hop[] wayThere() {
        return breaker == null ? new Hop[] {there} : new Hop[] {breaker, there};
    }

    /**
     * Begins a flow of WRITEs of ours.
     *
     * @param payload bytes of a full packet
     * @param message bytes; sixteen are posted at a time
     * @param paths over which it sends, all through this bottleneck, at least 1
     */
    public void addOurs(UrdmaTuning tuning, int payload, long message, int paths) {
        var _ = bulk(tuning, payload, message, paths).forward(WrOpcode.RDMA_WRITE);
    }

    /**
     * Begins a flow of ours that sends so much, by one WRITE over one path.
     *
     * @param payload bytes of a full packet
     */
    public Download download(UrdmaTuning tuning, int payload, long bytes) {
        Bulk bulk = bulk(tuning, payload, bytes, 1).once();
        return new Download(bytes, bulk::placedBytes, () -> {});
    }

    private Bulk bulk(UrdmaTuning tuning, int payload, long message, int paths) {
        SimulatedHost a = network.host("ours" + ours.size(), EngineConfig.DEFAULT);
        SimulatedHost b = network.host("sink" + ours.size(), EngineConfig.DEFAULT);
        for (int i = 0; i < paths; i++) {
            if (i > 0) {
                a.addAddress();
                b.addAddress();
            }
            network.route(a, i, b, i, wayThere());
            network.route(b, i, a, i, wayBack());
        }
        UrdmaOffer offer =
                UrdmaOffer.builder()
                        .payloadBytes(payload)
                        .paths(paths > 1)
                        .marksSeen(marks)
                        .build();
        UrdmaTuning over = paths > 1 ? tuning.toBuilder().paths(UrdmaPaths.AUTO).build() : tuning;
        QpAttr attr = new QpAttr().urdmaOffer(offer).urdmaPeerOffer(offer).urdmaTuning(over);
        ours.add(watch(a));
        Bulk bulk = new Bulk(a, b, attr, message);
        bulks.add(bulk);
        return bulk;
    }

    private Hop[] wayBack() {
        return misbehaviour == Misbehaviour.NONE
                ? new Hop[] {back}
                : new Hop[] {new MisbehavingReceiver(network, misbehaviour, (long) rttNs), back};
    }

    /**
     * Begins a flow of somebody else's.
     *
     * @param segment bytes of data in a packet
     */
    public void addRival(Rival rival, int segment) {
        var _ = foreign(rivals, "tcp" + rivals.size(), rival, segment, there);
    }

    /**
     * Begins a flow of somebody else's that sends so much.
     *
     * @param segment bytes of data in a packet
     */
    public Download download(Rival rival, int segment, long bytes) {
        TcpFlow flow = foreign(rivals, "tcp" + rivals.size(), rival, segment, there);
        return new Download(bytes, () -> flow.arrived() * segment, flow::stop);
    }

    /** Begins a flow of somebody else's in the place of one of ours. */
    public void addInPlaceOfOurs(Rival rival, int segment) {
        var _ = foreign(ours, "ours" + ours.size(), rival, segment, wayThere());
    }

    private TcpFlow foreign(List<long[]> kind, String name, Rival rival, int segment, Hop... way) {
        SimulatedHost a = network.host(name, EngineConfig.DEFAULT);
        SimulatedHost b = network.host(name + "sink", EngineConfig.DEFAULT);
        network.route(a, b, way);
        network.route(b, a, back);
        TcpFlow flow = rival.start(network, a, b, segment, random.split());
        stops.add(flow::stop);
        kind.add(watch(a));
        return flow;
    }

    private long[] watch(SimulatedHost sender) {
        return arrived.computeIfAbsent(sender.name(), _ -> new long[1]);
    }

    /** Has flows of others send nothing more. */
    public void stopRivals() {
        stops.forEach(Runnable::run);
    }

    /** Lets time pass. */
    public void run(long ns) {
        runUntil(network.time().nowNs() + ns);
    }

    /** Lets time pass until so long after the links were created. */
    public void runUntil(long ns) {
        network.time().runUntil(ns);
    }

    /** Begins to measure. */
    public void clear() {
        waitedNs = 0;
        packets = 0;
        Arrays.fill(waits, 0);
        arrived.values().forEach(bytes -> bytes[0] = 0);
        wireBefore = there.counters().wireBytes();
        sentBefore = count(Counter.SENT_PKTS);
        againBefore = count(Counter.RETRANSMITTED_PKTS);
    }

    /** Returns the bytes of each flow of ours that arrived, in the order in which they began. */
    public double[] ours() {
        return ours.stream().mapToDouble(bytes -> bytes[0]).toArray();
    }

    /** Returns the bytes of each rival that arrived, in the order in which they began. */
    public double[] rivals() {
        return rivals.stream().mapToDouble(bytes -> bytes[0]).toArray();
    }

    /** Returns the bytes that the bottleneck sent, lost later or not. */
    public long wireBytes() {
        return there.counters().wireBytes() - wireBefore;
    }

    /** Returns the share of packets of ours that were sent again. */
    public double again() {
        double again = count(Counter.RETRANSMITTED_PKTS) - againBefore;
        return again / Math.max(1, count(Counter.SENT_PKTS) - sentBefore);
    }

    /** Returns the packets that the bottleneck sent. */
    public long packets() {
        return packets;
    }

    /** Returns the mean time that packets waited in the queue, in round trips. */
    public double meanQueueRtt() {
        return waitedNs / Math.max(1, packets) / rttNs;
    }

    /** Returns what 95 of 100 packets waited no longer than, in round trips, 16 at most. */
    public double p95QueueRtt() {
        long below = 0;
        int part = 0;
        while (part < waits.length && below < 0.95 * packets) {
            below += waits[part++];
        }
        return (double) part / PARTS;
    }

    private long count(Counter counter) {
        return bulks.stream().mapToLong(bulk -> bulk.sent(counter)).sum();
    }

    @Override
    public void onTransmit(
            SimulatedPacket packet, int bytes, long nowNs, long departNs, long queuedNs) {
        waitedNs += queuedNs;
        packets++;
        waits[(int) Math.min(waits.length - 1, PARTS * queuedNs / rttNs)]++;
    }

    @Override
    public void onDeliver(
            SimulatedPacket packet, int packetBytes, int marks, long dueNs, long lateNs) {
        long[] bytes = arrived.get(packet.sender());
        if (bytes != null) {
            bytes[0] += packetBytes + Framing.ROCE_V2_IPV4;
            if (breaker != null && ours.contains(bytes)) {
                breaker.onOut();
            }
        }
    }
}
