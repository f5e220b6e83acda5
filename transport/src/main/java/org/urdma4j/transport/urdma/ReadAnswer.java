package org.urdma4j.transport.urdma;

import org.urdma4j.transport.memory.Region;
import org.urdma4j.transport.wire.TransmitBatch;

/** What a READ or an atomic operation is answered with. A slot of the {@link AnswerSender}. */
final class ReadAnswer {
    private int number;
    private Region region;
    private long regionOffset;
    private long length;
    private boolean atomic;
    private long original;
    private long endPsn;

    /** Answers READ request {@code requestNumber} with memory; {@code from} is null for none. */
    void setRead(int requestNumber, Region from, long address, long bytes) {
        number = requestNumber;
        region = from;
        regionOffset = from == null ? 0 : from.offsetOf(address);
        length = bytes;
        atomic = false;
    }

    /** Answers an atomic operation with what the memory held before. */
    void setAtomic(int requestNumber, long before) {
        number = requestNumber;
        region = null;
        length = Long.BYTES;
        atomic = true;
        original = before;
    }

    int number() {
        return number;
    }

    long length() {
        return length;
    }

    boolean atomic() {
        return atomic;
    }

    long original() {
        return original;
    }

    /** Returns one more than its last sequence number, once its last packet was sent. */
    long endPsn() {
        return endPsn;
    }

    void endPsn(long psn) {
        endPsn = psn;
    }

    /** Adds payload to the open packet; returns where it ends, -1 if the memory is gone. */
    int gather(long offset, int n, TransmitBatch batch, int at) {
        if (!region.registered()) {
            return -1;
        }
        try {
            return batch.payload(at, region.segment(), regionOffset + offset, n);
        } catch (IllegalStateException e) {
            return -1; // its arena was closed
        }
    }

    void release() {
        region = null;
    }
}
