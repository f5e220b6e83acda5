package org.urdma4j.transport.urdma.packet;

import org.urdma4j.transport.memory.Region;
import org.urdma4j.transport.wire.TransmitBatch;

/** What a READ or an atomic operation is answered with. Its owner uses it again. */
public final class Response {
    private int number;
    private long requestPsn;
    private Region region;
    private long regionOffset;
    private long length;
    private boolean atomic;
    private long original;
    private long endPsn;

    /** When the peer was asked first whether it has what can't be read again. */
    private long goneNs;

    private boolean gone;

    /** Where its copy begins, and how much of it there is. */
    private long copy;

    private long copied;

    /**
     * Answers a READ with memory.
     *
     * @param requestNumber its number, and {@code psn} its sequence number
     * @param from null for no bytes
     */
    public void setRead(int requestNumber, long psn, Region from, long address, long bytes) {
        number = requestNumber;
        requestPsn = psn;
        gone = false;
        copied = 0;
        region = from;
        regionOffset = from == null ? 0 : from.offsetOf(address);
        length = bytes;
        atomic = false;
    }

    /** Answers an atomic operation with what the memory held before. */
    public void setAtomic(int requestNumber, long psn, long before) {
        number = requestNumber;
        requestPsn = psn;
        gone = false;
        copied = 0;
        region = null;
        length = Long.BYTES;
        atomic = true;
        original = before;
    }

    int number() {
        return number;
    }

    /** Returns the sequence number of the request that it answers. */
    public long requestPsn() {
        return requestPsn;
    }

    /** Its memory is gone; what was sent may have arrived, which the peer is asked at that time. */
    public void onGone(long nowNs) {
        goneNs = gone ? goneNs : nowNs;
        gone = true;
    }

    /** Returns whether a report that comes now and misses some of it proves that it is lost. */
    public boolean lost(long nowNs, long answerNs) {
        return gone && nowNs - goneNs > answerNs;
    }

    public long length() {
        return length;
    }

    public boolean atomic() {
        return atomic;
    }

    long original() {
        return original;
    }

    /** Returns one more than its last sequence number, once its last packet was sent. */
    public long endPsn() {
        return endPsn;
    }

    public void endPsn(long psn) {
        endPsn = psn;
    }

    /**
     * Keeps a copy of the next bytes, which are about to be sent for the first time, unless an
     * earlier part found no room. What can't be read is left to {@link #gather}.
     */
    public void keep(long offset, int n, ResponseCopies copies) {
        copy = offset == 0 ? copies.next() : copy;
        copied = offset == 0 ? 0 : copied;
        if (n == 0 || copied != offset || !region.registered()) {
            return;
        }
        try {
            copied += copies.keep(region.segment(), regionOffset + offset, n) ? n : 0;
        } catch (IllegalStateException e) {
            copied = offset; // the memory is gone
        }
    }

    /** Returns where in the copies it stands that everything before {@code offset} is done with. */
    public long copyOf(long offset) {
        return copy + Math.min(offset, copied);
    }

    /**
     * Adds payload to the open packet: of the copy if there is one, otherwise of the memory.
     *
     * @param attach whether memory may be read later than now
     * @return where it ends, -1 if the memory is gone
     */
    int gather(
            long offset,
            int n,
            ResponseCopies copies,
            TransmitBatch batch,
            int at,
            boolean attach) {
        if (offset + n <= copied) {
            return copies.gather(copy + offset, n, batch, at);
        }
        if (!region.registered()) {
            return -1;
        }
        try {
            long from = regionOffset + offset;
            return attach
                    ? batch.attach(at, region, from, n)
                    : batch.payload(at, region.segment(), from, n);
        } catch (IllegalStateException e) {
            return -1; // the memory is gone
        }
    }

    public void release() {
        region = null;
    }
}
