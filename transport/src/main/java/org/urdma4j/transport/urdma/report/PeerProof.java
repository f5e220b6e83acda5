package org.urdma4j.transport.urdma.report;

import org.urdma4j.codec.urdma.Timestamp;

/**
 * Tells the peer's packets from those that a stranger makes up who knows addresses and queue pair
 * number. The peer knows two clocks that nobody else has read: its T1 or T3 and its Tr or Ts give a
 * round trip that is one; made up, they do once in 55 times. (RFC 5961 guards TCP in this manner.)
 *
 * <p>An honest packet fails when a host was suspended, since its peer's delay is then of before. So
 * whoever drops one sends a report, by which the peer measures anew, and the next packet holds.
 */
public final class PeerProof {
    /** Clocks drift apart while a connection is idle: a round trip may seem to be negative. */
    private static final long LEAST_NS = -2_000_000_000L;

    /** Longer than any path holds a packet for, and four times the longest timeout. */
    private static final long MOST_NS = 8_000_000_000L;

    private static final long NEVER = Long.MAX_VALUE;

    private final PeerClock clock;

    /** When the first packet left the peer that showed that it knows our clock. */
    private long knowsSinceNs = NEVER;

    public PeerProof(PeerClock clock) {
        this.clock = clock;
    }

    public void reset() {
        knowsSinceNs = NEVER;
    }

    /**
     * Returns whether a request or an answer is the peer's. At first the peer knows nothing of us;
     * all that holds then is that its clock runs as ours does.
     */
    public boolean ofData(int t1, int tr, long nowNs) {
        if (tr != PeerClock.UNKNOWN) {
            return isRoundTrip(t1, tr, nowNs);
        }
        return clock.timeOf(t1, nowNs) < knowsSinceNs && clock.aheadNs(t1, nowNs) <= -LEAST_NS;
    }

    /** A request or an answer came for the first time that left the peer at {@code sentNs}. */
    public void onNew(int tr, long sentNs) {
        if (tr != PeerClock.UNKNOWN && knowsSinceNs == NEVER) {
            knowsSinceNs = sentNs;
        }
    }

    /** Returns whether a repair packet is the peer's, as far as T1 alone can tell. */
    public boolean ofRepair(int t1, long nowNs) {
        long aheadNs = clock.aheadNs(t1, nowNs);
        return aheadNs <= -LEAST_NS && aheadNs >= -MOST_NS;
    }

    /**
     * Returns whether a list of addresses or a question is the peer's, which must know our clock by
     * then.
     */
    public static boolean ofList(int t1, int tr, long nowNs) {
        return tr != PeerClock.UNKNOWN && isRoundTrip(t1, tr, nowNs);
    }

    /** Returns whether a NAK or a report is the peer's: of what we sent within this minute. */
    public static boolean ofAnswer(int t3, int ts, int t1Echo, long nowNs) {
        long ageNs = Timestamp.nanosBetween(t1Echo, Timestamp.of(nowNs));
        return isRoundTrip(t3, ts, nowNs) && ageNs >= 0 && ageNs <= WrapGuard.LONGEST_NS;
    }

    /**
     * @param stamp of the peer's clock
     * @param delay of the way to the peer, the difference of the clocks included, as it knows it
     */
    private static boolean isRoundTrip(int stamp, int delay, long nowNs) {
        long ns = Timestamp.nanos(Timestamp.of(nowNs) - stamp + delay);
        return ns >= LEAST_NS && ns <= MOST_NS;
    }
}
