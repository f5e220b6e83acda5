package org.urdma4j.simulation.host;

import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.gateway.packet.Headers;
import org.urdma4j.gateway.packet.PacketStore;
import org.urdma4j.simulation.link.Marks;
import org.urdma4j.simulation.pcap.FrameHeaders;
import org.urdma4j.transport.memory.PayloadMover;

import java.nio.ByteBuffer;

/** A gateway's packets: those of the network, with all their bytes or by reference. */
final class SimulatedStore implements PacketStore<SimulatedPacket> {
    private final SimulatedNetwork network;
    private final SimulatedGateway gateway;
    private final PacketPool pool;
    private final boolean hasBytes;

    SimulatedStore(SimulatedNetwork network, SimulatedGateway gateway) {
        this.network = network;
        this.gateway = gateway;
        this.pool = network.pool();
        this.hasBytes = network.payload() == PayloadMover.COPYING;
    }

    @Override
    public void view(SimulatedPacket packet, Headers headers) {
        if (packet.isControl() || packet.route.headers().encapsulation() == Encapsulation.ROCE_V1) {
            headers.other();
            return;
        }
        SimulatedPacket.VIEW.wrap(packet, headers.transport());
        FrameHeaders below = packet.route.headers();
        headers.roce(
                packet.frameBytes(),
                below.source().gidHigh(),
                below.source().gidLow(),
                below.destination().gidHigh(),
                below.destination().gidLow());
    }

    @Override
    public boolean isIntact(SimulatedPacket packet) {
        return hasBytes ? packet.route.isIntact(packet) : (packet.marks & Marks.CORRUPTED) == 0;
    }

    @Override
    public SimulatedPacket copy(SimulatedPacket packet) {
        return pool.copy(packet);
    }

    @Override
    public void release(SimulatedPacket packet) {
        pool.release(packet);
    }

    @Override
    public SimulatedPacket template(SimulatedPacket old, SimulatedPacket packet) {
        if (old != null && old.route == packet.route) {
            return old;
        }
        if (old != null) {
            pool.release(old);
        }
        return pool.empty(packet.route, packet.hops, 0);
    }

    @Override
    public SimulatedPacket reversed(SimulatedPacket packet) {
        SimulatedRoute there = packet.route;
        SimulatedRoute back = network.route(there.to(), there.from().gid());
        int hops = back == null ? 0 : back.hopsBehind(gateway.inside(), gateway.outside());
        if (hops == 0) {
            throw new IllegalStateException(
                    "the way back from %s to %s must lead through %s"
                            .formatted(there.to(), there.from(), gateway));
        }
        return pool.empty(back, hops, 0);
    }

    @Override
    public SimulatedPacket make(SimulatedPacket template, ByteBuffer transport) {
        SimulatedPacket packet = pool.empty(template.route, template.hops, transport.limit());
        packet.buffer.put(0, transport, 0, transport.limit());
        if (hasBytes) {
            packet.route.stamp(packet);
        }
        return packet;
    }
}
