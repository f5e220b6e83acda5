package org.urdma4j.gateway.received;

import org.urdma4j.gateway.flow.Flow;

/** How fast what was held goes to a host: at once up to a burst, then at twice the link's rate. */
public final class ReleasePacer {
    /** What is released at once. */
    private static final long BURST_BYTES = 64 << 10;

    /** Half of what a byte takes at the link's rate, times that rate. */
    private static final long HALF_BYTE = 4_000_000_000L;

    /** Until when what was released keeps the host busy. */
    private long freeNs = Long.MIN_VALUE;

    /** When more may be released, {@link Flow#NEVER} if nothing waits for that. */
    public long releaseAtNs = Flow.NEVER;

    /**
     * Returns whether so many bytes have to wait, until {@link #releaseAtNs}.
     *
     * @param rateBps of the long link, 0 if nothing is to wait
     */
    public boolean isTooSoon(long rateBps, int bytes, long nowNs) {
        if (rateBps == 0) {
            return false;
        }
        if (freeNs > nowNs) {
            releaseAtNs = freeNs;
            return true;
        }
        long burstNs = BURST_BYTES * HALF_BYTE / rateBps;
        freeNs = Math.max(freeNs, nowNs - burstNs) + bytes * HALF_BYTE / rateBps;
        return false;
    }
}
