package org.urdma4j.simulation.host;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Packets with room for so many bytes, used again and again: the one that has been free longest
 * first. On a long path they so come back in the order in which they lie in memory, which the
 * processor sees coming; the other way round, each would be a cache miss.
 */
final class PacketSlabs {
    private static final int MIN_PACKETS_PER_SLAB = 64;

    /** A long path's packets lie together, yet no small network takes more than it needs. */
    private static final int MAX_SLAB_BYTES = 1 << 18;

    private static final int CACHE_LINE = 64;

    private final int capacity;
    private SimulatedPacket oldest;
    private SimulatedPacket newest;
    private int created;

    PacketSlabs(int capacity) {
        this.capacity = capacity;
    }

    int capacity() {
        return capacity;
    }

    SimulatedPacket take() {
        if (oldest == null) {
            grow();
        }
        SimulatedPacket packet = oldest;
        oldest = packet.pooled;
        packet.pooled = null;
        return packet;
    }

    void release(SimulatedPacket packet) {
        if (oldest == null) {
            oldest = packet;
        } else {
            newest.pooled = packet;
        }
        newest = packet;
    }

    private void grow() {
        int packets = Math.max(MIN_PACKETS_PER_SLAB, Math.min(created, MAX_SLAB_BYTES / capacity));
        MemorySegment slab = Arena.ofAuto().allocate((long) packets * capacity, CACHE_LINE);
        for (int i = 0; i < packets; i++) {
            release(new SimulatedPacket(slab.asSlice((long) i * capacity, capacity), this));
        }
        created += packets;
    }
}
