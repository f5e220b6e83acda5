package org.urdma4j.simulation.host;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Packets with room for so many bytes, used again and again. */
final class PacketSlabs {
    private static final int PACKETS_PER_SLAB = 64;
    private static final int CACHE_LINE = 64;

    private final int capacity;
    private SimulatedPacket free;
    private int created;

    PacketSlabs(int capacity) {
        this.capacity = capacity;
    }

    int capacity() {
        return capacity;
    }

    SimulatedPacket take() {
        if (free == null) {
            grow();
        }
        SimulatedPacket packet = free;
        free = packet.pooled;
        packet.pooled = null;
        return packet;
    }

    void release(SimulatedPacket packet) {
        packet.pooled = free;
        free = packet;
    }

    private void grow() {
        MemorySegment slab =
                Arena.ofAuto().allocate((long) PACKETS_PER_SLAB * capacity, CACHE_LINE);
        for (int i = PACKETS_PER_SLAB - 1; i >= 0; i--) {
            release(new SimulatedPacket(slab.asSlice((long) i * capacity, capacity), this));
        }
        created += PACKETS_PER_SLAB;
    }

    /** Returns how many packets there are, in use or not. */
    int created() {
        return created;
    }
}
