package org.urdma4j.simulation.host;

import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.icrc.IcrcFlow;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.simulation.pcap.Endpoint;
import org.urdma4j.simulation.pcap.FrameHeaders;
import org.urdma4j.transport.wire.Route;

import java.nio.ByteBuffer;
import java.util.List;

/** The way from one host to another: links one after another. The engine's route as well. */
final class SimulatedRoute implements Route {
    private final SimulatedHost from;
    private final SimulatedHost to;
    private final SimulatedLink[] links;
    private final FrameHeaders headers;
    private final IcrcFlow flow;

    SimulatedRoute(SimulatedHost from, SimulatedHost to, List<SimulatedLink> links) {
        this.from = from;
        this.to = to;
        this.links = links.toArray(SimulatedLink[]::new);
        this.headers = FrameHeaders.of(Encapsulation.ROCE_V2_IPV4, from.endpoint(), to.endpoint());
        this.flow =
                new IcrcFlow(
                        ipv4(from.endpoint()),
                        ipv4(to.endpoint()),
                        headers.udpSourcePort(),
                        Udp.ROCE_PORT);
    }

    private static byte[] ipv4(Endpoint endpoint) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(endpoint.ipv4()).array();
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
        return flow.compute(packet.buffer, 0, packet.length, headers.identification());
    }

    /** Passes a packet to the next link, or to the host behind the last. */
    void forward(SimulatedPacket packet) {
        if (packet.hops < links.length) {
            links[packet.hops++].offer(packet);
        } else {
            to.receive(packet);
        }
    }
}
