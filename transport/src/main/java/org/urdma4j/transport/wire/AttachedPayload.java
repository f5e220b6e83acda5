package org.urdma4j.transport.wire;

import org.urdma4j.codec.icrc.OutlyingPart;
import org.urdma4j.protection.aead.OutlyingText;
import org.urdma4j.transport.memory.RegisteredMemory;
import org.urdma4j.transport.memory.SteadyMemory;

import java.lang.foreign.MemorySegment;

/**
 * Payload of a batch that lies elsewhere still, in registered memory or a copy of it, where the
 * kernel takes it from when it is sent: of each packet one part at most. The batch has room for
 * every part at its place, so that {@link #settleAll} can put it there when the batch can't leave
 * at once. Reused; confined to the event loop.
 */
public final class AttachedPayload {
    /** Segments of one batch; each is an argument of the call that sends, which keeps it alive. */
    public static final int MOST_SOURCES = 3;

    private final int[] at;
    private final int[] lengths;
    private final int[] sources;
    private final long[] offsets;
    private final SteadyMemory[] memories = new SteadyMemory[MOST_SOURCES];
    private int memoryCount;
    private int memoriesBefore;

    /**
     * Creates an empty one.
     *
     * @param maxPackets of the batch
     */
    AttachedPayload(int maxPackets) {
        at = new int[maxPackets];
        lengths = new int[maxPackets];
        sources = new int[maxPackets];
        offsets = new long[maxPackets];
    }

    /** Packet {@code i} has nothing attached, and is the one that parts are added to. */
    void begin(int i) {
        lengths[i] = 0;
        memoriesBefore = memoryCount;
    }

    /** What was attached to packet {@code i} since its {@link #begin} has been read. */
    void release(int i) {
        lengths[i] = 0;
        truncate(memoriesBefore);
    }

    /**
     * Attaches a part to packet {@code i}, unless it has one, or the memory is gone or one too
     * many.
     *
     * @param place where it belongs in the batch's memory
     */
    boolean add(int i, int place, SteadyMemory memory, long offset, int n) {
        if (lengths[i] > 0 || !memory.segment().scope().isAlive()) {
            return false;
        }
        int source = sourceOf(memory);
        if (source < 0) {
            return false;
        }
        at[i] = place;
        lengths[i] = n;
        sources[i] = source;
        offsets[i] = offset;
        return true;
    }

    /** Returns the number of a piece of memory here, -1 if there are too many. */
    private int sourceOf(SteadyMemory memory) {
        for (int k = 0; k < memoryCount; k++) {
            if (memories[k] == memory) {
                return k;
            }
        }
        if (memoryCount == MOST_SOURCES) {
            return -1;
        }
        memories[memoryCount] = memory;
        return memoryCount++;
    }

    /**
     * Takes over what is attached to the first {@code n} packets of another batch in the same
     * memory, which become those from {@code first} on.
     *
     * @return false, with nothing taken over, if they are too many sources together
     */
    boolean append(int first, AttachedPayload other, int n) {
        int before = memoryCount;
        for (int k = 0; k < other.memoryCount; k++) {
            if (sourceOf(other.memories[k]) < 0) {
                truncate(before);
                return false;
            }
        }
        for (int i = 0; i < n; i++) {
            lengths[first + i] = other.lengths[i];
            if (other.lengths[i] > 0) {
                at[first + i] = other.at[i];
                offsets[first + i] = other.offsets[i];
                sources[first + i] = sourceOf(other.memories[other.sources[i]]);
            }
        }
        return true;
    }

    private void truncate(int count) {
        while (memoryCount > count) {
            memoryCount--;
            memories[memoryCount] = null;
        }
    }

    /**
     * Copies everything to its place, {@code count} packets, and forgets it. What can't be read any
     * more stays attached.
     */
    void settleAll(int count, MemorySegment memory) {
        boolean gone = false;
        for (int i = 0; i < count; i++) {
            gone |= !settle(i, memory);
        }
        if (!gone) {
            forget();
        }
    }

    /** Copies what is attached to packet {@code i} to its place; false if it can't be read. */
    boolean settle(int i, MemorySegment memory) {
        if (lengths[i] == 0) {
            return true;
        }
        try {
            RegisteredMemory.copy(segmentOf(i), offsets[i], memory, at[i], lengths[i]);
            lengths[i] = 0;
            return true;
        } catch (IllegalStateException e) {
            return false; // the memory is gone
        }
    }

    private MemorySegment segmentOf(int i) {
        return memories[sources[i]].segment();
    }

    /** Nothing is attached any more; memory isn't kept alive from here. */
    void forget() {
        truncate(0);
    }

    /** Returns whether nothing is attached to any packet. */
    public boolean isEmpty() {
        return memoryCount == 0;
    }

    /** Returns the bytes attached to packet {@code i}, 0 for none. */
    public int length(int i) {
        return memoryCount == 0 ? 0 : lengths[i];
    }

    /** Returns where in the batch's memory the part of packet {@code i} belongs. */
    public int at(int i) {
        return at[i];
    }

    /** Returns the address of the part of packet {@code i}. */
    public long address(int i) {
        return segmentOf(i).address() + offsets[i];
    }

    /** Says where the part of packet {@code i} is, for the ICRC; false if it has none. */
    public boolean describe(int i, OutlyingPart part) {
        if (length(i) == 0) {
            return false;
        }
        long offset = offsets[i];
        SteadyMemory memory = memories[sources[i]];
        part.set(at[i], lengths[i], memory.buffer(offset), memory.index(offset));
        return true;
    }

    /** As the other one, for what seals the packet. */
    boolean describe(int i, OutlyingText part) {
        if (length(i) == 0) {
            return false;
        }
        part.set(at[i], lengths[i], segmentOf(i), offsets[i]);
        return true;
    }

    /** Returns one of {@link #MOST_SOURCES} segments, NULL if there are fewer. */
    public MemorySegment source(int k) {
        return k < memoryCount ? memories[k].segment() : MemorySegment.NULL;
    }
}
