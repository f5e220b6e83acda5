package org.urdma4j.simulation.host;

import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.codec.net.Vlan;
import org.urdma4j.gateway.fec.FecStore;
import org.urdma4j.gateway.fec.TagBits;
import org.urdma4j.gateway.packet.Headers;
import org.urdma4j.simulation.link.Marks;
import org.urdma4j.simulation.pcap.FrameHeaders;
import org.urdma4j.transport.memory.PayloadMover;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/** A gateway's packets: those of the network, with all their bytes or by reference. */
final class SimulatedStore implements FecStore<SimulatedPacket> {
    /** Bytes of headers that a transport packet by reference may have. */
    private static final int HEADERS = 64;

    /** Bytes that may stand below it. */
    private static final int BELOW = Ethernet.LENGTH + Vlan.LENGTH + Ipv6.LENGTH + Udp.LENGTH;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final long LENGTH_AT = 4;
    private static final int FIXED = 8;

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
    public void tag(SimulatedPacket packet, int tag) {
        TagBits.set(packet.buffer, 0, tag);
    }

    @Override
    public int tag(SimulatedPacket packet) {
        return TagBits.get(packet.buffer, 0);
    }

    @Override
    public int heldBytes(int frameBytes) {
        return hasBytes ? frameBytes : Math.min(frameBytes, BELOW + HEADERS);
    }

    /** In the place of the headers below the transport stands whose they are. */
    @Override
    public int read(SimulatedPacket packet, MemorySegment into) {
        int below = packet.route.headerBytes() - Icrc.LENGTH;
        into.asSlice(0, below).fill((byte) 0);
        into.set(INT, 0, network.number(packet.route));
        into.set(INT, LENGTH_AT, packet.length);
        int present = hasBytes ? packet.length + Icrc.LENGTH : packet.buffer.limit();
        MemorySegment.copy(packet.memory, 0, into, below, present);
        return below + present;
    }

    @Override
    public SimulatedPacket write(MemorySegment from, long at, int bytes) {
        SimulatedRoute route = bytes < FIXED ? null : network.numbered(from.get(INT, at));
        int length = route == null ? 0 : from.get(INT, at + LENGTH_AT);
        int below = route == null ? 0 : route.headerBytes() - Icrc.LENGTH;
        int present = bytes - below;
        boolean whole = hasBytes ? present == length + Icrc.LENGTH : present <= length;
        int hops = route == null ? 0 : route.hopsBehind(gateway.inside(), gateway.outside());
        if (hops == 0 || present <= 0 || !whole) {
            return null;
        }
        SimulatedPacket packet = pool.empty(route, hops, present);
        packet.length = length;
        MemorySegment.copy(from, at + below, packet.memory, 0, present);
        return packet;
    }

    @Override
    public SimulatedPacket makeRepair(SimulatedPacket template, ByteBuffer transport, int absent) {
        SimulatedPacket packet = make(template, transport);
        packet.absent = absent;
        return packet;
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
