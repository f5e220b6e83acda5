package org.urdma4j.transport.crowd;

import org.urdma4j.congestion.Feedback;

/**
 * The part of one queue pair in the {@link Crowd} of those to its peer. Packets count with their
 * bytes on the wire and what a socket buffer charges beyond them.
 */
public final class Turn {
    final int qpn;
    final long length;
    final long leastLimit;
    private final int packetCost;
    private Crowd crowd;
    private long receivedBytes;
    private long receivedPackets;
    private long missingPackets;

    // The crowd's.
    boolean active;
    boolean waits;
    long left;
    long inFlight;
    long cost;
    int generation;

    /**
     * @param qpn number of the queue pair
     * @param length bytes that leave in one turn, more than 0
     * @param leastLimit what all may have in flight whatever the path has shown, more than 0
     * @param packetCost what a packet costs beyond its bytes on the wire
     */
    public Turn(int qpn, long length, long leastLimit, int packetCost) {
        this.qpn = qpn;
        this.length = length;
        this.leastLimit = leastLimit;
        this.packetCost = packetCost;
    }

    /**
     * Returns how much of {@code wanted} bytes may leave now, 0 if others are first: then the queue
     * pair is woken when it is its turn.
     *
     * @param among which one it is until {@link #leave}
     */
    public long allow(Crowd among, long wanted, long nowNs) {
        if (crowd == null) {
            crowd = among;
        }
        return crowd.allow(this, wanted, nowNs);
    }

    /** Returns whether others are first. */
    public boolean isWaiting() {
        return waits;
    }

    /** Returns whether it is its turn and others wait for theirs. */
    public boolean isWaitedFor() {
        return left > 0 && crowd.waiting() > 0;
    }

    /** A packet left that takes so many bytes of the wire. */
    public void onSent(long bytes) {
        if (crowd != null) {
            crowd.onSent(this, bytes, bytes + packetCost);
        }
    }

    /** It can't send more now, whatever it was allowed. */
    public void end() {
        if (crowd != null) {
            crowd.end(this);
        }
    }

    /**
     * A report came.
     *
     * @param inFlightBytes on the wire from now on
     * @param minRttNs round trip of the empty path, 0 while unknown
     */
    public void onReport(Feedback report, long inFlightBytes, long minRttNs) {
        if (crowd != null) {
            crowd.onReport(
                    Math.max(0, report.receivedBytes - receivedBytes),
                    Math.max(0, report.receivedPackets - receivedPackets),
                    Math.max(0, report.missingPackets - missingPackets),
                    report.rttNs,
                    minRttNs,
                    report.nowNs);
            crowd.settle(this, inFlightBytes);
        }
        receivedBytes = Math.max(receivedBytes, report.receivedBytes);
        receivedPackets = Math.max(receivedPackets, report.receivedPackets);
        missingPackets = Math.max(missingPackets, report.missingPackets);
    }

    /** Nothing is in flight any more: it was lost. */
    public void onAllLost() {
        if (crowd != null) {
            crowd.settle(this, 0);
        }
    }

    /** The queue pair sends nothing more to this peer. */
    public void leave() {
        if (crowd != null) {
            crowd.leave(this);
            crowd = null;
        }
    }
}
