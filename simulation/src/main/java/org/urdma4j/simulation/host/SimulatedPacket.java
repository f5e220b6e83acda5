package org.urdma4j.simulation.host;

import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.simulation.link.Marks;
import org.urdma4j.simulation.roce.PacketView;
import org.urdma4j.simulation.roce.Packets;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.Predicate;

/**
 * A transport packet on its way between simulated hosts: its bytes, or its headers alone where
 * payload is carried by reference. Pooled; to be looked at during a link's call only, through
 * {@link #VIEW}.
 */
public final class SimulatedPacket {
    /** Shows a packet's headers, and to captures what earlier links did to it. */
    public static final PacketView<SimulatedPacket> VIEW =
            new PacketView<>() {
                @Override
                public void wrap(SimulatedPacket packet, TransportPacket view) {
                    view.wrap(packet.buffer, 0, packet.length);
                }

                @Override
                public int marks(SimulatedPacket packet) {
                    return packet.marks;
                }
            };

    /** The bytes from BTH to ICRC; limited to the headers where payload is not there. */
    final ByteBuffer buffer;

    /** The same bytes as {@link #buffer}. */
    final MemorySegment memory;

    /** Bytes from the BTH to the last pad byte, whether they are in the buffer or not. */
    int length;

    /** What the links crossed so far did to it, bits of {@link Marks}. */
    int marks;

    SimulatedRoute route;

    /** How many links of the route are behind it. */
    int hops;

    /** In the pool: the next one there. */
    SimulatedPacket pooled;

    /** Where it goes back to. */
    final PacketSlabs home;

    SimulatedPacket(MemorySegment memory, PacketSlabs home) {
        this.memory = memory;
        this.home = home;
        this.buffer = memory.asByteBuffer();
    }

    /** Makes a predicate for scripts from one over headers; belongs to one link. */
    public static Predicate<SimulatedPacket> matching(Predicate<? super TransportPacket> match) {
        return Packets.of(VIEW, match);
    }

    /** Returns the name of the host that sent it. */
    public String sender() {
        return route.from().name();
    }
}
