package org.urdma4j.transport.port.pipeline;

import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.transport.wire.ReceivedPacket;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Packets on their way from one event loop to another: copied into memory that is used over and
 * over, and handled where they lie there. One thread adds, one takes; neither waits or allocates.
 */
final class PacketRing {
    /** Most packets that wait. */
    static final int MOST = 1024;

    private static final int PLACES = MOST - 1; // a mask

    private final int bytes;
    private final MemorySegment memory;
    private final ByteBuffer buffer;

    /** Where each packet begins, in all bytes that ever were. */
    private final long[] begins = new long[MOST];

    private final int[] lengths = new int[MOST];
    private final int[] gidIndexes = new int[MOST];
    private final long[] arrivedNs = new long[MOST];
    private final boolean[] marked = new boolean[MOST];
    private final boolean[] translatable = new boolean[MOST];
    private final Object[] sources = new Object[MOST];

    /** Where the next packet may begin; for who adds. */
    private long end;

    private volatile long added;
    private volatile long taken;

    /**
     * Allocates it.
     *
     * @param bytes of packets that wait, a power of 2, not less than the longest packet
     */
    PacketRing(int bytes) {
        this.bytes = bytes;
        memory = Arena.ofAuto().allocate(bytes, Long.BYTES);
        buffer = memory.asByteBuffer();
    }

    /**
     * Adds packet {@code i} of a run, whose ICRC was right.
     *
     * @param gidIndex of the address that it came to
     * @return false if there is no room for it
     */
    boolean add(InboundRun run, int i, int gidIndex) {
        long number = added;
        long oldest = taken;
        int length = run.length(i) - Icrc.LENGTH;
        long begin = begin(length);
        if (number - oldest == MOST
                || (number != oldest && begin + length - begins[place(oldest)] > bytes)) {
            return false;
        }
        long from = run.memoryBase() + run.offset(i);
        MemorySegment.copy(run.memory(), from, memory, index(begin), length);
        int place = place(number);
        begins[place] = begin;
        lengths[place] = length;
        gidIndexes[place] = gidIndex;
        arrivedNs[place] = run.arrivedNs();
        marked[place] = run.congestionExperienced();
        translatable[place] = run.translatable();
        sources[place] = run.sourceOf(i);
        end = begin + length;
        added = number + 1;
        return true;
    }

    /** A packet doesn't go on at the beginning of the memory: it lies in one piece. */
    private long begin(int length) {
        int left = bytes - index(end);
        return left < length ? end + left : end;
    }

    private int index(long at) {
        return (int) (at & (bytes - 1));
    }

    private static int place(long number) {
        return (int) (number & PLACES);
    }

    /**
     * Passes what waits now to a shard.
     *
     * @param packet is used for each
     */
    void passTo(Shard shard, ReceivedPacket packet) {
        long until = added;
        for (long number = taken; number != until; number++) {
            try {
                pass(place(number), shard, packet);
            } finally {
                taken = number + 1;
            }
        }
    }

    private void pass(int place, Shard shard, ReceivedPacket packet) {
        Object source = sources[place];
        sources[place] = null;
        packet.wrap(buffer, memory, 0, index(begins[place]), lengths[place], source);
        packet.arrivedAt(gidIndexes[place]);
        packet.congestionExperienced(marked[place]);
        packet.translatable(translatable[place]);
        shard.onPacket(packet, arrivedNs[place]);
    }

    boolean isEmpty() {
        return taken == added;
    }
}
