package org.urdma4j.simulation.host;

import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.simulation.link.PacketOwner;
import org.urdma4j.simulation.queue.Ecn;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.wire.TransmitBatch;

import java.lang.foreign.MemorySegment;

/**
 * Where a network's packets come from and go back to. Grows by slabs to the most that are ever in
 * flight and allocates nothing from then on.
 */
final class PacketPool implements PacketOwner<SimulatedPacket> {
    /**
     * What packets may need: headers alone, where payload is not there; a full packet of the
     * standard profile or a report; the longest that the URDMA profile may agree on.
     */
    private static final int[] CAPACITIES = {64, 4096 + 128, 16_384 + 128};

    private final boolean byReference;
    private final PacketSlabs[] sizes = new PacketSlabs[CAPACITIES.length];
    private int outside;

    PacketPool(PayloadMover payload) {
        this.byReference = payload == PayloadMover.BY_REFERENCE;
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = new PacketSlabs(CAPACITIES[i]);
        }
    }

    /** Takes a copy of packet {@code i} of a batch. */
    SimulatedPacket take(TransmitBatch batch, int i, SimulatedRoute route) {
        SimulatedPacket packet = take(batch.storedLength(i));
        packet.length = batch.length(i) - Icrc.LENGTH;
        packet.absent = 0;
        packet.marks = 0;
        packet.route = route;
        packet.ecn = route.ecn();
        packet.hops = 0;
        packet.seenFrom = null;
        fill(packet, batch.memory(), batch.offset(i), batch.storedLength(i) - Icrc.LENGTH);
        return packet;
    }

    /** Takes an empty control frame. */
    SimulatedPacket control(int bytes) {
        SimulatedPacket packet = take(bytes);
        packet.length = bytes;
        packet.absent = 0;
        packet.marks = 0;
        packet.route = null;
        packet.ecn = Ecn.NOT_ECT;
        packet.hops = 0;
        packet.seenFrom = null;
        packet.buffer.clear().limit(bytes);
        return packet;
    }

    /**
     * Takes a packet of this length, without content, that has so many stages of a route behind it.
     */
    SimulatedPacket empty(SimulatedRoute route, int hops, int length) {
        SimulatedPacket packet = take(length + Icrc.LENGTH);
        packet.length = length;
        packet.absent = 0;
        packet.marks = 0;
        packet.route = route;
        packet.ecn = route.ecn();
        packet.hops = hops;
        packet.seenFrom = null;
        packet.buffer.clear().limit(length);
        return packet;
    }

    @Override
    public SimulatedPacket copy(SimulatedPacket packet) {
        SimulatedPacket copy = take(packet.buffer.limit() + Icrc.LENGTH);
        copy.length = packet.length;
        copy.absent = packet.absent;
        copy.marks = packet.marks;
        copy.route = packet.route;
        copy.ecn = packet.ecn;
        copy.hops = packet.hops;
        copy.seenFrom = packet.seenFrom;
        fill(copy, packet.memory, 0, packet.buffer.limit());
        return copy;
    }

    private static void fill(SimulatedPacket packet, MemorySegment from, long offset, int bytes) {
        MemorySegment.copy(from, offset, packet.memory, 0, bytes);
        packet.buffer.limit(bytes);
    }

    @Override
    public SimulatedPacket corrupt(SimulatedPacket packet, int bit) {
        if (!byReference) {
            int at = bit / Byte.SIZE % packet.buffer.limit(); // headers are not in the buffer
            packet.buffer.put(at, (byte) (packet.buffer.get(at) ^ (1 << (bit % Byte.SIZE))));
        }
        return packet;
    }

    @Override
    public void release(SimulatedPacket packet) {
        packet.route = null;
        packet.seenFrom = null;
        packet.home.release(packet);
        outside--;
    }

    /** Returns how many packets are taken and not given back. */
    int outside() {
        return outside;
    }

    private SimulatedPacket take(int bytes) {
        int size = 0;
        while (sizes[size].capacity() < bytes) {
            size++;
        }
        outside++;
        SimulatedPacket packet = sizes[size].take();
        packet.urgent = false;
        return packet;
    }
}
