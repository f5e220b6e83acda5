package org.urdma4j.copy.read;

import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.Root;

import java.util.BitSet;

/** Makes slots of requests, one after the other. For one thread at a time. */
final class Planner {
    private final Root root;
    private final int chunkBytes;
    private final RingMemory memory;

    private OpenFile file;
    private long next;
    private long dataFrom;

    Planner(Root root, int chunkBytes, RingMemory memory) {
        this.root = root;
        this.chunkBytes = chunkBytes;
        this.memory = memory;
    }

    /** Returns whether more of a file is to come before the next one begins. */
    boolean hasFile() {
        if (file != null && file.hasFailed()) {
            close();
        }
        return file != null;
    }

    /** Returns the first slot of a file, when there is memory for it. */
    Slot begin(ReadRequest request) throws InterruptedException {
        long size = request.stat().size();
        if (size <= chunkBytes && !request.skip().get(0)) {
            return new Slot.Whole(root, request, memory.allocate((int) size));
        }
        try {
            file = OpenFile.open(root, request);
        } catch (DiskException e) {
            return new Slot.Known(ReadChunk.failed(request, e));
        }
        next = wanted(request, request.first());
        dataFrom = request.stat().isSparse() ? 0 : Long.MAX_VALUE;
        return part();
    }

    /** Returns the next slot of the file that was begun, when there is memory for it. */
    Slot part() throws InterruptedException {
        ReadRequest request = file.request;
        long size = request.stat().size();
        long index = next;
        long offset = index * chunkBytes;
        long left = Math.min(size, end(request) * chunkBytes) - offset;
        int length = (int) Math.max(0, Math.min(chunkBytes, left));
        long after = wanted(request, index + 1);
        boolean last = after >= end(request);
        RingMemory.Piece piece = null;
        Slot slot;
        try {
            if (length > 0 && !isHole(offset, length)) {
                piece = memory.allocate(length);
            }
            slot = new Slot.Part(file, index, offset, length, last, piece);
        } catch (DiskException e) {
            file.fail();
            slot = new Slot.Known(ReadChunk.failed(request, e));
        }
        next = after;
        if (last) {
            close();
        }
        return slot;
    }

    /** Returns the first chunk that isn't to be skipped, or the end of what is read. */
    private long wanted(ReadRequest request, long from) {
        BitSet skip = request.skip();
        long wanted = from >= skip.length() ? from : skip.nextClearBit((int) from);
        return Math.min(end(request), wanted);
    }

    private long end(ReadRequest request) {
        long chunks = (request.stat().size() + chunkBytes - 1) / chunkBytes;
        return Math.min(chunks, request.end());
    }

    private boolean isHole(long offset, int length) throws DiskException {
        if (dataFrom == Long.MAX_VALUE) {
            return false;
        }
        if (dataFrom <= offset) {
            dataFrom = file.nextData(offset);
        }
        return dataFrom >= offset + length;
    }

    /** Closes the file that is being planned, once its chunks are taken. */
    void close() {
        if (file != null) {
            file.done();
            file = null;
        }
    }
}
