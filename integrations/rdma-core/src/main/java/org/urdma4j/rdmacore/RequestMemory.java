package org.urdma4j.rdmacore;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.PostStatus;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Memory for the requests of one call of libibverbs, a chain of at most {@value #SLOTS}: the
 * requests, then the entries of each, then the inline data of each. One thread at a time.
 *
 * @param <T> the requests of Java
 */
abstract class RequestMemory<T> {
    /** Requests that are posted by one call. */
    static final int SLOTS = 16;

    private static final long SGE_BYTES = Structs.SGE.size();
    private static final long SGE_ADDR = Structs.SGE.at("addr");
    private static final long SGE_LENGTH = Structs.SGE.at("length");
    private static final long SGE_LKEY = Structs.SGE.at("lkey");

    private final long wrBytes;
    private final long wrId;
    private final long next;
    private final long numSge;
    private final int maxSge;
    private final int maxInline;
    private final long entries;
    private final long inlined;
    private final long refused;
    private final MemorySegment memory;
    private final Slots slots;

    RequestMemory(Struct request, int maxWr, int maxSge, int maxInline) {
        slots = new Slots(maxWr);
        wrBytes = request.size();
        wrId = request.at("wr_id");
        next = request.at("next");
        numSge = request.at("num_sge");
        this.maxSge = maxSge;
        this.maxInline = maxInline;
        refused = SLOTS * wrBytes;
        entries = refused + Long.BYTES;
        inlined = entries + SLOTS * places() * SGE_BYTES;
        memory = Arena.ofAuto().allocate(inlined + (long) SLOTS * maxInline, Long.BYTES);
        long list = request.at("sg_list");
        for (int i = 0; i < SLOTS; i++) {
            memory.set(JAVA_LONG, i * wrBytes + list, memory.address() + entry(i, 0));
        }
    }

    /** Entries of a request; inline data takes one. */
    private long places() {
        return Math.max(maxSge, 1);
    }

    private long entry(int slot, int index) {
        return entries + (slot * places() + index) * SGE_BYTES;
    }

    final MemorySegment memory() {
        return memory;
    }

    final int maxSge() {
        return maxSge;
    }

    final Slots slots() {
        return slots;
    }

    /** Writes one request into a slot; OK, or why it can't be posted. */
    abstract PostStatus write(T from, int slot);

    abstract long id(T from);

    /** Returns whether a request completes even if nothing is wrong with it. */
    abstract boolean isSignaled(T from);

    private void take(T from) {
        slots.take(id(from), isSignaled(from));
    }

    /** Writes what all requests have; returns where the request is in the memory. */
    final long begin(int slot, long id, int count) {
        long at = slot * wrBytes;
        memory.set(JAVA_LONG, at + wrId, id);
        memory.set(JAVA_LONG, at + next, 0);
        memory.set(JAVA_INT, at + numSge, count);
        if (slot > 0) {
            memory.set(JAVA_LONG, at - wrBytes + next, memory.address() + at);
        }
        return at;
    }

    final void writeSge(int slot, int index, long addr, long length, int lkey) {
        long at = entry(slot, index);
        memory.set(JAVA_LONG, at + SGE_ADDR, addr);
        memory.set(JAVA_INT, at + SGE_LENGTH, (int) length);
        memory.set(JAVA_INT, at + SGE_LKEY, lkey);
    }

    final void writeInline(int slot, MemorySegment data) {
        long at = inlined + (long) slot * maxInline;
        MemorySegment.copy(data, 0, memory, at, data.byteSize());
        writeSge(slot, 0, memory.address() + at, data.byteSize(), 0);
    }

    /**
     * Posts requests until one isn't taken.
     *
     * @param function of the device's that posts a chain
     * @return how many were taken
     */
    final int post(MemorySegment function, long queue, T[] requests, int from, int to) {
        int taken = 0;
        while (from + taken < to) {
            int most = Math.min(to - from - taken, SLOTS);
            int room = Math.min(most, slots.room());
            int written = 0;
            while (written < room
                    && write(requests[from + taken + written], written) == PostStatus.OK) {
                take(requests[from + taken + written]);
                written++;
            }
            int posted = written == 0 ? 0 : posted(function, queue, written);
            taken += posted;
            if (posted < most) {
                break;
            }
        }
        return taken;
    }

    private int posted(MemorySegment function, long queue, int written) {
        // One that doesn't suit may hang on the last.
        memory.set(JAVA_LONG, (written - 1) * wrBytes + next, 0);
        if (call(function, queue) == 0) {
            return written;
        }
        int first = (int) ((memory.get(JAVA_LONG, refused) - memory.address()) / wrBytes);
        slots.giveBack(written - first);
        return first;
    }

    private int call(MemorySegment function, long queue) {
        memory.set(JAVA_LONG, refused, memory.address());
        return Libibverbs.post(function, queue, memory.address(), memory.address() + refused);
    }

    /** Posts one request, and tells why it isn't taken. */
    final PostStatus post(MemorySegment function, long queue, T request) {
        PostStatus suits = write(request, 0);
        if (suits != PostStatus.OK) {
            return suits;
        }
        if (slots.room() <= 0) {
            return PostStatus.QUEUE_FULL;
        }
        take(request);
        int errno = Math.abs(call(function, queue));
        if (errno == 0) {
            return PostStatus.OK;
        }
        slots.giveBack(1);
        return errno == Errno.ENOMEM.value() ? PostStatus.QUEUE_FULL : PostStatus.INVALID_REQUEST;
    }
}
