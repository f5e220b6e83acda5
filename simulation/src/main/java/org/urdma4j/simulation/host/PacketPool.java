package org.urdma4j.simulation.host;

import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.simulation.link.PacketOwner;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.wire.TransmitBatch;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Where a network's packets come from and go back to. Grows by slabs to the most that are ever in
 * flight and allocates nothing from then on.
 */
final class PacketPool implements PacketOwner<SimulatedPacket> {
    /**
     * BTH and AtomicETH, the longest headers of a reliable connection, and the ICRC, rounded up.
     */
    private static final int HEADERS = 64;

    private static final int MAX_PAYLOAD = 4096;
    private static final int PACKETS_PER_SLAB = 64;

    private final boolean byReference;
    private final int capacity;
    private SimulatedPacket free;
    private int created;
    private int outside;

    PacketPool(PayloadMover payload) {
        this.byReference = payload == PayloadMover.BY_REFERENCE;
        this.capacity = byReference ? HEADERS : HEADERS + MAX_PAYLOAD;
    }

    /** Takes a copy of packet {@code i} of a batch. */
    SimulatedPacket take(TransmitBatch batch, int i, SimulatedRoute route) {
        SimulatedPacket packet = take();
        packet.length = batch.length(i) - Icrc.LENGTH;
        packet.marks = 0;
        packet.route = route;
        packet.hops = 0;
        fill(packet, batch.memory(), batch.offset(i), batch.storedLength(i) - Icrc.LENGTH);
        return packet;
    }

    @Override
    public SimulatedPacket copy(SimulatedPacket packet) {
        SimulatedPacket copy = take();
        copy.length = packet.length;
        copy.marks = packet.marks;
        copy.route = packet.route;
        copy.hops = packet.hops;
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
            int at = bit / Byte.SIZE;
            packet.buffer.put(at, (byte) (packet.buffer.get(at) ^ (1 << (bit % Byte.SIZE))));
        }
        return packet;
    }

    @Override
    public void release(SimulatedPacket packet) {
        packet.route = null;
        packet.pooled = free;
        free = packet;
        outside--;
    }

    /** Returns how many packets are taken and not given back. */
    int outside() {
        return outside;
    }

    private SimulatedPacket take() {
        if (free == null) {
            grow();
        }
        SimulatedPacket packet = free;
        free = packet.pooled;
        packet.pooled = null;
        outside++;
        return packet;
    }

    private void grow() {
        MemorySegment slab = Arena.ofAuto().allocate((long) PACKETS_PER_SLAB * capacity, HEADERS);
        for (int i = PACKETS_PER_SLAB - 1; i >= 0; i--) {
            SimulatedPacket packet =
                    new SimulatedPacket(slab.asSlice((long) i * capacity, capacity));
            packet.pooled = free;
            free = packet;
        }
        created += PACKETS_PER_SLAB;
    }

    /** Returns how many packets there are, in use or not. */
    int created() {
        return created;
    }
}
