package org.urdma4j.transport.queue;

import java.lang.foreign.MemorySegment;

/**
 * A slot of the send queue: what the application asked for, and where the requester put it in the
 * sequence of packets, which the engine alone writes.
 */
public final class SendWqe extends SendRequest {
    private boolean placed;
    private long firstPsn;
    private long packets;
    private long chunk;
    private long startCost;
    private int firstSsn;
    private long receives;
    private long answersAwaited;

    SendWqe(int maxSge, MemorySegment inlineArea) {
        super(maxSge, inlineArea);
    }

    @Override
    void release() {
        super.release();
        placed = false;
    }

    /** Returns whether the requester has given it sequence numbers. */
    public boolean placed() {
        return placed;
    }

    /** Gives it {@code packets} sequence numbers from {@code firstPsn} on. */
    public void place(long firstPsn, long packets, long startCost) {
        this.placed = true;
        this.firstPsn = firstPsn;
        this.packets = packets;
        this.startCost = startCost;
    }

    /** Gives it its number among messages, and among those that take a receive. */
    public void number(int firstSsn, long receives) {
        this.firstSsn = firstSsn;
        this.receives = receives;
    }

    /** Its last packet has been sent; what {@link #place} was told is no more than a guess. */
    public void endsBefore(long psn) {
        packets = psn - firstPsn;
    }

    /** Sets how many bytes of answer it waits for. */
    public void awaitAnswers(long bytes) {
        answersAwaited = bytes;
    }

    /** Takes so many bytes of answer. */
    public void onAnswer(long bytes) {
        answersAwaited -= bytes;
    }

    /** Returns how many bytes of answer are still to come. */
    public long answersAwaited() {
        return answersAwaited;
    }

    /** Sets the most packets that one READ request asks for; fixed while the READ lasts. */
    public void chunk(long packetsAtATime) {
        chunk = packetsAtATime;
    }

    public long chunk() {
        return chunk;
    }

    public long firstPsn() {
        return firstPsn;
    }

    /** Returns one more than its last sequence number. */
    public long endPsn() {
        return firstPsn + packets;
    }

    /** Returns the send sequence number of its (first) message. */
    public int firstSsn() {
        return firstSsn;
    }

    /** Returns how many messages, up to this one and with it, take a receive of the peer. */
    public long receives() {
        return receives;
    }

    /** Returns the in-flight cost of everything queued before it. */
    public long startCost() {
        return startCost;
    }
}
