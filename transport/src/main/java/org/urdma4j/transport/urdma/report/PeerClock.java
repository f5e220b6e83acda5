package org.urdma4j.transport.urdma.report;

import org.urdma4j.codec.urdma.Timestamp;

/**
 * The peer's clock as its timestamps show it: unwrapped to 64 bits, with a zero of its own, and the
 * delay from there to here that the last of them took.
 */
public final class PeerClock {
    /** The Tr of a sender that has had no timestamp from its peer yet. */
    public static final int UNKNOWN = 0;

    /** What is said instead of a delay that would read {@link #UNKNOWN}; a unit off. */
    private static final int NEXT_TO_UNKNOWN = UNKNOWN + 1;

    /** After so long a timestamp reads the same again. */
    private static final long WRAP_NS = 1L << (Integer.SIZE + Timestamp.SHIFT);

    /** So far from 0 that the times of a connection are all positive. */
    private static final long ZERO_NS = WRAP_NS;

    /** What seems older than this is asked for its round trip, too. */
    private static final long DOUBTFUL_NS = 1_000_000_000L;

    private long newestNs;
    private long newestArrivedNs;
    private boolean heard;
    private int delay = UNKNOWN;

    public void reset() {
        newestNs = 0;
        heard = false;
        delay = UNKNOWN;
    }

    /**
     * Returns the time, in nanoseconds, of the T1 of a packet that has just come in. The peer's
     * clock goes on while it is silent, for longer than its timestamps take to wrap.
     *
     * <p>One of the clocks may have stood still meanwhile, as that of a suspended machine does; a
     * timestamp that went on by over half a turn then seems to be older than the newest. Of a
     * packet that really is old, T1 and Tr together say so as well.
     *
     * @param tr of the same packet; {@link #UNKNOWN} if it has none
     */
    public long unwrap(int t1, int tr, long nowNs) {
        if (!heard) {
            heard = true;
            newestNs = ZERO_NS + Timestamp.nanos(t1);
            newestArrivedNs = nowNs;
        }
        long time = Timestamp.unwrap(newestNs + (nowNs - newestArrivedNs), t1);
        long olderNs = newestNs - time;
        if (olderNs > DOUBTFUL_NS && tr != UNKNOWN) {
            long roundTripNs = Timestamp.nanos(Timestamp.of(nowNs) - t1 + tr);
            time += Math.abs(roundTripNs) < olderNs / 2 ? WRAP_NS : 0;
        }
        if (time - newestNs > 0) {
            newestNs = time;
            newestArrivedNs = nowNs;
        }
        return time;
    }

    /** Returns the time of a T1 by the newest one; changes nothing. */
    long timeOf(int t1, long nowNs) {
        return Timestamp.unwrap(newestNs + (nowNs - newestArrivedNs), t1);
    }

    /**
     * Returns how far a T1 is ahead of what the peer's clock reads by the newest one, negative if
     * it is behind; 0 before there was one.
     */
    long aheadNs(int t1, long nowNs) {
        long expectedNs = newestNs + (nowNs - newestArrivedNs);
        return heard ? Timestamp.nanosBetween(Timestamp.of(expectedNs), t1) : 0;
    }

    /** Returns the newest time that {@link #unwrap} has returned. */
    public long newestNs() {
        return newestNs;
    }

    /** A packet came in that left the peer at {@code sent}, its T1 or T3; returns the delay. */
    public int onArrival(int sent, long nowNs) {
        int difference = Timestamp.of(nowNs) - sent;
        delay = difference == UNKNOWN ? NEXT_TO_UNKNOWN : difference;
        return delay;
    }

    /** Returns the delay, clock offset included, in timestamp units; {@link #UNKNOWN} at first. */
    public int delay() {
        return delay;
    }
}
