package org.urdma4j.simulation.host;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.simulation.link.Marks;
import org.urdma4j.simulation.queue.QueuedPacket;
import org.urdma4j.simulation.roce.PacketView;
import org.urdma4j.simulation.roce.Packets;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.Predicate;

/**
 * A transport packet on its way between simulated hosts: its bytes, or its headers alone where
 * payload is carried by reference. Or a control frame between the ends of a cable, whole from its
 * Ethernet header. Pooled; to be looked at during a link's call only, through {@link #VIEW}.
 * Whoever is a {@link Hop} of its route owns it from {@link Hop#offer} until it passes it on.
 */
public final class SimulatedPacket extends QueuedPacket {
    /** Shows a packet's headers, and to captures what earlier links did to it. */
    public static final PacketView<SimulatedPacket> VIEW =
            new PacketView<>() {
                @Override
                public void wrap(SimulatedPacket packet, TransportPacket view) {
                    view.wrap(packet.buffer, 0, packet.isControl() ? 0 : packet.length);
                }

                @Override
                public int marks(SimulatedPacket packet) {
                    return packet.marks;
                }
            };

    private static final int HIGHEST_PRIORITY = 7;

    /** The bytes from BTH to ICRC; limited to the headers where payload is not there. */
    final ByteBuffer buffer;

    /** The same bytes as {@link #buffer}. */
    final MemorySegment memory;

    /**
     * Bytes from the BTH to the last pad byte, whether they are in the buffer or not; of a control
     * frame all.
     */
    int length;

    /** Bytes that it takes on links beyond {@link #length}, of which nothing is there. */
    int absent;

    /** What the links crossed so far did to it, bits of {@link Marks}. */
    int marks;

    /** Null for a control frame. */
    SimulatedRoute route;

    /** Where it seems to come from; null for where it does. */
    HostAddress seenFrom;

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

    /**
     * Makes a predicate for scripts: packets with more bytes than this, counted from the BTH to the
     * padding. Control frames never are.
     */
    public static Predicate<SimulatedPacket> longerThan(int bytes) {
        return packet -> !packet.isControl() && packet.length + packet.absent > bytes;
    }

    /** Makes a predicate for scripts: packets that begin with another opcode than this. */
    public static Predicate<SimulatedPacket> otherThan(int opcode) {
        return packet -> !packet.isControl() && Bth.opcode(packet.buffer, 0) != opcode;
    }

    /** Returns the name of the host that sent it; not of a control frame. */
    public String sender() {
        return route.from().host().name();
    }

    /** Returns whether it is a control frame, such as PFC, which no route leads anywhere. */
    public boolean isControl() {
        return route == null;
    }

    /** Returns the bytes of a control frame, from 0 to the limit. */
    public ByteBuffer controlFrame() {
        return buffer;
    }

    /** Returns the bytes of its Ethernet frame, without frame check sequence. */
    public int frameBytes() {
        return route == null ? length : length + absent + route.headerBytes();
    }

    /** Returns the priority that its headers say, 0 to 7; of a control frame 7. */
    public int priority() {
        return route == null ? HIGHEST_PRIORITY : route.priority();
    }

    /** Adds to what its way has done to it, bits of {@link Marks}. */
    public void mark(int more) {
        marks |= more;
    }

    /** Passes it to the next stage of its route, or to the host behind the last. */
    public void forward() {
        route.forward(this);
    }
}
