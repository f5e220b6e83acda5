package org.urdma4j.simulation.host;

import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.simulation.pcap.FrameBuilder;
import org.urdma4j.simulation.pcap.FrameHeaders;
import org.urdma4j.transport.wire.Route;

import java.util.List;

/** The way from one host to another, stage by stage. The engine's route as well. */
final class SimulatedRoute implements Route {
    private final SimulatedHost from;
    private final SimulatedHost to;
    private final Hop[] hops;
    private final FrameHeaders headers;
    private final int headerBytes;
    private final int priority;
    private final RouteIcrc icrc;

    SimulatedRoute(
            SimulatedHost from,
            SimulatedHost to,
            Encapsulation encapsulation,
            int priority,
            List<Hop> hops) {
        this.from = from;
        this.to = to;
        this.hops = hops.toArray(Hop[]::new);
        this.headers =
                FrameHeaders.of(encapsulation, from.endpoint(), to.endpoint())
                        .withPriority(priority);
        this.headerBytes = new FrameBuilder(headers).headerBytes();
        this.priority = headers.priority();
        this.icrc = new RouteIcrc(headers);
    }

    SimulatedHost from() {
        return from;
    }

    SimulatedHost to() {
        return to;
    }

    /** Returns what stands before the packets in captures. */
    FrameHeaders headers() {
        return headers;
    }

    /** A packet comes from the peer if its sender is where this route leads. */
    @Override
    public boolean isFrom(Object source) {
        return source == to;
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

    /** Returns the priority that the headers say, 0 to 7. */
    int priority() {
        return priority;
    }

    /** Passes a packet to the next stage, or to the host behind the last. */
    void forward(SimulatedPacket packet) {
        if (packet.hops < hops.length) {
            hops[packet.hops++].offer(packet);
        } else {
            to.receive(packet);
        }
    }
}
