package org.urdma4j.transport.rc;

import org.urdma4j.transport.memory.Region;

/**
 * A READ or atomic operation that the responder executed, kept so that it can be answered again: a
 * READ from memory, an atomic operation from its saved result, never by executing it twice.
 */
final class Response {
    private boolean atomic;
    private long firstPsn;
    private long endPsn;
    private Region region;
    private long address;
    private int rkey;
    private long length;
    private long originalData;
    private int msn;

    /** First sequence number of the answer being sent: of the request, or of its repetition. */
    private long streamStart;

    private long streamEnd;
    private long next;
    private boolean queued;
    private boolean answeredOnce;

    void setRead(long psn, long packets, Region from, long virtualAddress, int key, long bytes) {
        set(false, psn, packets);
        region = from;
        address = virtualAddress;
        rkey = key;
        length = bytes;
    }

    void setAtomic(long psn, long original) {
        set(true, psn, 1);
        region = null;
        originalData = original;
    }

    private void set(boolean isAtomic, long psn, long packets) {
        atomic = isAtomic;
        firstPsn = psn;
        endPsn = psn + packets;
        streamStart = psn;
        streamEnd = endPsn;
        next = psn;
        answeredOnce = false;
    }

    void msn(int value) {
        msn = value;
    }

    boolean atomic() {
        return atomic;
    }

    long firstPsn() {
        return firstPsn;
    }

    boolean covers(long psn) {
        return psn >= firstPsn && psn < endPsn;
    }

    /**
     * Returns whether a READ request at {@code psn} asks for a part of this one's bytes. Sequence
     * number and address must belong together, or old data would go to a new place.
     */
    boolean includes(long psn, int mtu, long virtualAddress, int key, long bytes) {
        long offset = (psn - firstPsn) * mtu;
        return key == rkey && virtualAddress == address + offset && bytes <= length - offset;
    }

    /** Prepares to answer again from {@code psn} on, for {@code packets} packets. */
    void rewind(long psn, long packets) {
        if (queued && psn >= next) {
            return; // it is still on its way there
        }
        streamStart = psn;
        streamEnd = queued ? Math.max(streamEnd, psn + packets) : psn + packets;
        next = psn;
    }

    boolean queued() {
        return queued;
    }

    void queued(boolean value) {
        queued = value;
    }

    /** Returns whether all of it has been sent at least once. */
    boolean answeredOnce() {
        return answeredOnce;
    }

    Region region() {
        return region;
    }

    long next() {
        return next;
    }

    /** Returns the offset in the region of the packet sent next. */
    long nextOffset(int mtu) {
        return region.offsetOf(address) + (next - firstPsn) * mtu;
    }

    int nextLength(int mtu) {
        return (int) Math.min(mtu, length - (next - firstPsn) * mtu);
    }

    boolean startsHere() {
        return next == streamStart;
    }

    boolean endsHere() {
        return next + 1 == streamEnd;
    }

    /** Steps to the following packet; returns whether that was the last. */
    boolean step() {
        next++;
        answeredOnce |= next == endPsn;
        return next >= streamEnd;
    }

    long originalData() {
        return originalData;
    }

    int msn() {
        return msn;
    }
}
