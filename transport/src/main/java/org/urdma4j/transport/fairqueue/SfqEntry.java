package org.urdma4j.transport.fairqueue;

import org.urdma4j.congestion.Feedback;

/** The part of one queue pair in the {@link PeerFairQueue} of those to its peer. */
public final class SfqEntry {
    /** Virtual time of a byte at weight 1, so that of heavier ones is no fraction. */
    static final int BYTE = 256;

    static final int NOWHERE = -1;

    final int qpn;
    final int weight;
    final int length;
    final long leastLimit;
    private PeerFairQueue fairQueue;
    private long receivedBytes;
    private long receivedPackets;
    private long missingPackets;
    private boolean backlogged;
    private boolean mayGrow;
    private boolean lost;

    // The crowd's.
    boolean waits;
    boolean ahead;
    boolean unlimited;
    boolean silent;
    int place = NOWHERE;
    int left;
    long inFlight;
    long cost;
    int generation;
    long heardNs;
    long lookNs;

    /** When it may begin, in virtual time. */
    long start;

    private int arrival;

    /**
     * @param qpn number of the queue pair
     * @param weight its part beside those of others, more than 0
     * @param length bytes that leave in one turn, more than 0; less where the path holds little
     * @param leastLimit what all may have in flight until the path overflows, more than 0
     */
    public SfqEntry(int qpn, int weight, int length, long leastLimit) {
        this.qpn = qpn;
        this.weight = weight;
        this.length = length;
        this.leastLimit = leastLimit;
    }

    /** Orders by who may begin first; virtual time and the numbers of arrivals may turn over. */
    static int compareStarts(SfqEntry one, SfqEntry other) {
        int byStart = Long.signum(one.start - other.start);
        return byStart == 0 ? one.arrival - other.arrival : byStart;
    }

    /**
     * It asks for its next turn. Who had nothing to send comes now, with nothing to make up for;
     * who was only held up by congestion control has that, within limits.
     *
     * @param number one more than that of who came before
     */
    void arrive(long virtualNow, int number) {
        long credit = couldSendMore() ? Fairness.lead(this) : 0;
        start = virtualNow + Math.max(-credit, start - virtualNow);
        arrival = number;
    }

    /** So many bytes left in its turn: that long its next one has to wait. */
    void charge(long bytes) {
        start += BYTE * bytes / weight;
    }

    /** It has something in flight, or waits for its turn, from now on. */
    void onActive(long nowNs) {
        if (!lost) { // what is sent again after a timeout isn't waited for as long once more
            heardNs = nowNs;
        }
    }

    /** Returns whether it has something in flight, or waits for its turn. */
    boolean isActive() {
        return place != NOWHERE;
    }

    /** Returns whether it would send more if congestion control found that the path has more. */
    boolean couldSendMore() {
        return backlogged && mayGrow;
    }

    /**
     * It is one of a crowd from now on, until {@link #leave}.
     *
     * @return false if it is already
     */
    public boolean join(PeerFairQueue among) {
        boolean joins = fairQueue == null;
        fairQueue = among;
        return joins;
    }

    /**
     * Returns how much of {@code wanted} bytes may leave now, 0 if others are first: then the queue
     * pair is woken when it is its turn. Follows {@link #join}.
     */
    public long allow(long wanted, long nowNs) {
        return fairQueue.allow(this, wanted, nowNs);
    }

    /** Returns whether it has to wait for others, or for a report. */
    public boolean isWaiting() {
        return waits || silent;
    }

    /** Returns when to ask again though it waits, {@link Long#MAX_VALUE} for when it is woken. */
    public long lookNs() {
        return lookNs;
    }

    /**
     * Returns how many batches in a row it is to have where one after the other sends, 1 to 16: as
     * many more than the lightest as it is heavier.
     */
    public double batches() {
        return fairQueue == null ? 1 : fairQueue.batches(this);
    }

    /** Returns whether it is its turn and others wait for theirs. */
    public boolean isWaitedFor() {
        return left > 0 && fairQueue.waiting() > 0;
    }

    /**
     * A packet left.
     *
     * @param bytes of the wire that it takes
     * @param cost of a socket's buffer
     */
    public void onSent(long bytes, long cost) {
        backlogged = true;
        if (fairQueue != null) {
            fairQueue.onSent(this, bytes, cost);
        }
    }

    /** It can't send more now, whatever it was allowed. */
    public void end() {
        if (fairQueue != null) {
            fairQueue.end(this);
        }
    }

    public void onNothingToSend() {
        backlogged = false;
    }

    /** Returns whether no other has data for this peer, so that nothing is shared by turns. */
    public boolean isAlone() {
        return fairQueue == null || fairQueue.isAlone(this);
    }

    /**
     * A report came.
     *
     * @param inFlightBytes on the wire from now on
     * @param minRttNs round trip of the empty path, 0 while unknown
     * @param capped whether it would send no more if the path had more
     * @param settled whether congestion control has found what it may send
     */
    public void onReport(
            Feedback report, long inFlightBytes, long minRttNs, boolean capped, boolean settled) {
        mayGrow = !capped;
        lost = false;
        heardNs = report.nowNs;
        if (fairQueue != null) {
            fairQueue.onReport(
                    Math.max(0, report.receivedBytes - receivedBytes),
                    Math.max(0, report.receivedPackets - receivedPackets),
                    Math.max(0, report.missingPackets - missingPackets),
                    report.rttNs,
                    minRttNs,
                    settled && couldSendMore(),
                    report.nowNs);
            fairQueue.settle(this, inFlightBytes);
        }
        receivedBytes = Math.max(receivedBytes, report.receivedBytes);
        receivedPackets = Math.max(receivedPackets, report.receivedPackets);
        missingPackets = Math.max(missingPackets, report.missingPackets);
    }

    /** Nothing is in flight any more: it was lost. */
    public void onAllLost() {
        mayGrow = false;
        lost = true;
        if (fairQueue != null) {
            fairQueue.settle(this, 0);
        }
    }

    /** The queue pair sends nothing more to this peer. */
    public void leave() {
        if (fairQueue != null) {
            fairQueue.leave(this);
            fairQueue = null;
        }
    }
}
