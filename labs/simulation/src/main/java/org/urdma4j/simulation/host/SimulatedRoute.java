package org.urdma4j.simulation.host;

import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.simulation.pcap.FrameBuilder;
import org.urdma4j.simulation.pcap.FrameHeaders;
import org.urdma4j.simulation.queue.Ecn;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.AhAttr;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;

/** The way from one host to another, stage by stage. The engine's route as well. */
final class SimulatedRoute implements Route {
    private static final int ECN = 3;
    private static final int HIGHEST_PRIORITY = 7;

    private final HostAddress from;
    private final HostAddress to;
    private final IntFunction<Hop[]> hopsByEntropy;
    private final Hop[] hops;
    private final FrameHeaders headers;
    private final int headerBytes;
    private final int priority;
    private final RouteIcrc icrc;
    private final int flow;
    private int ecn = Ecn.NOT_ECT;

    /** Of this route; each made when it is first asked for. */
    private final Map<Integer, SimulatedRoute> byEntropy = new HashMap<>();

    /** In {@link SimulatedNetwork#number}. */
    int number = -1;

    SimulatedRoute(
            HostAddress from,
            HostAddress to,
            Encapsulation encapsulation,
            int priority,
            IntFunction<Hop[]> hopsByEntropy) {
        this(
                from,
                to,
                FrameHeaders.of(encapsulation, from.endpoint(), to.endpoint())
                        .withPriority(priority),
                hopsByEntropy,
                0);
    }

    private SimulatedRoute(
            HostAddress from,
            HostAddress to,
            FrameHeaders headers,
            IntFunction<Hop[]> hopsByEntropy,
            int entropy) {
        this.from = from;
        this.to = to;
        this.hopsByEntropy = hopsByEntropy;
        this.hops = hopsByEntropy.apply(entropy).clone();
        this.headers = headers;
        this.headerBytes = new FrameBuilder(headers).headerBytes();
        this.priority = headers.priority();
        this.icrc = new RouteIcrc(headers);
        this.flow =
                (Long.hashCode(from.endpoint().gidLow()) * 31
                                        + Long.hashCode(to.endpoint().gidLow()))
                                * 31
                        + headers.udpSourcePort();
    }

    /**
     * Returns this route with what an address vector asks of its packets: a service level is the
     * priority of RoCEv1, a traffic class that of RoCEv2, its ECN bits left out; 0 asks for
     * nothing.
     */
    SimulatedRoute asked(AhAttr ah) {
        FrameHeaders asked =
                headers.encapsulation() == Encapsulation.ROCE_V1
                        ? withServiceLevel(ah.sl())
                        : withTrafficClass(ah.grh().trafficClass() & ~ECN);
        return asked.equals(headers) ? this : new SimulatedRoute(from, to, asked, hopsByEntropy, 0);
    }

    /** Returns the route of packets with another UDP source port; of 0 this one. */
    SimulatedRoute withEntropy(int entropy) {
        return entropy == 0
                ? this
                : byEntropy.computeIfAbsent(
                        entropy,
                        n ->
                                new SimulatedRoute(
                                        from, to, headers.withEntropy(n), hopsByEntropy, n));
    }

    @Override
    public int sourcePort() {
        return headers.encapsulation() == Encapsulation.ROCE_V1 ? 0 : headers.udpSourcePort();
    }

    private FrameHeaders withServiceLevel(int level) {
        return level == 0 ? headers : headers.withPriority(level & HIGHEST_PRIORITY);
    }

    private FrameHeaders withTrafficClass(int trafficClass) {
        return trafficClass == 0
                ? headers
                : headers.withTrafficClass(trafficClass | (headers.trafficClass() & ECN));
    }

    /**
     * Returns how many stages are behind a packet that has passed one of two, 0 if none is there.
     */
    int hopsBehind(Hop one, Hop other) {
        for (int i = 0; i < hops.length; i++) {
            if (hops[i].equals(one) || hops[i].equals(other)) {
                return i + 1;
            }
        }
        return 0;
    }

    HostAddress from() {
        return from;
    }

    HostAddress to() {
        return to;
    }

    /** Returns what stands before the packets in captures. */
    FrameHeaders headers() {
        return headers;
    }

    /** A packet comes from the peer if it comes from where this route leads, whatever its port. */
    @Override
    public boolean isFrom(Object source) {
        return source == to
                || (source instanceof HostAddress other
                        && other.host() == to.host()
                        && other.gid().equals(to.gid()));
    }

    @Override
    public boolean isExactlyFrom(Object source) {
        return source == to;
    }

    @Override
    public Object peer() {
        return to.gid();
    }

    @Override
    public boolean isPaused() {
        return hops.length > 0 && hops[0].isPaused(priority);
    }

    /** Writes the ICRC behind a packet whose bytes are all there. */
    void stamp(SimulatedPacket packet) {
        packet.buffer.limit(packet.length + Icrc.LENGTH);
        Icrc.put(packet.buffer, packet.length, icrc(packet));
    }

    /** Returns whether the ICRC is right. */
    boolean isIntact(SimulatedPacket packet) {
        return Icrc.get(packet.buffer, packet.length) == icrc(packet);
    }

    private int icrc(SimulatedPacket packet) {
        return icrc.compute(packet.buffer, packet.length);
    }

    /** Returns the bytes that a frame has beyond its transport packet, without check sequence. */
    int headerBytes() {
        return headerBytes;
    }

    @Override
    public void allowMarks() {
        ecn = Ecn.ECT_0;
    }

    /** Returns the ECN field of its packets, one of {@link Ecn}. */
    int ecn() {
        return ecn;
    }

    /** Returns a hash of the addresses and the source port. */
    int flow() {
        return flow;
    }

    /** Returns the priority that the headers say, 0 to 7. */
    int priority() {
        return priority;
    }

    /** Passes a packet to the next stage, or to the host behind the last. */
    void forward(SimulatedPacket packet) {
        if (packet.hops < hops.length) {
            hops[packet.hops++].offer(packet);
        } else {
            to.host().receive(packet);
        }
    }
}
