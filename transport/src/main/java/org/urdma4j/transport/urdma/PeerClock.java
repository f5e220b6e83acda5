package org.urdma4j.transport.urdma;

import org.urdma4j.codec.urdma.Timestamp;

/**
 * The peer's clock as its timestamps show it: unwrapped to 64 bits, with a zero of its own, and the
 * delay from there to here that the last of them took.
 */
final class PeerClock {
    /** The Tr of a sender that has had no timestamp from its peer yet. */
    static final int UNKNOWN = 0;

    /** So far from 0 that the times of a connection are all positive. */
    private static final long ZERO_NS = 1L << (Integer.SIZE + Timestamp.SHIFT);

    private long newestNs;
    private long newestArrivedNs;
    private boolean heard;
    private int delay = UNKNOWN;

    void reset() {
        newestNs = 0;
        heard = false;
        delay = UNKNOWN;
    }

    /**
     * Returns the time, in nanoseconds, of a timestamp of a packet that has just come in. The
     * peer's clock goes on while it is silent, for longer than its timestamps take to wrap.
     */
    long unwrap(int timestamp, long nowNs) {
        if (!heard) {
            heard = true;
            newestNs = ZERO_NS + Timestamp.nanos(timestamp);
            newestArrivedNs = nowNs;
        }
        long time = Timestamp.unwrap(newestNs + (nowNs - newestArrivedNs), timestamp);
        if (time - newestNs > 0) {
            newestNs = time;
            newestArrivedNs = nowNs;
        }
        return time;
    }

    /** A packet came in that left the peer at {@code sent}, its T1 or T3. */
    void onArrival(int sent, long nowNs) {
        delay = Timestamp.of(nowNs) - sent;
    }

    /** Returns the delay, clock offset included, in timestamp units; {@link #UNKNOWN} at first. */
    int delay() {
        return delay;
    }
}
