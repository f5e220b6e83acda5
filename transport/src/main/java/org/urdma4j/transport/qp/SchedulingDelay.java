package org.urdma4j.transport.qp;

/**
 * How late this host is with what it means to do: the most by which the event loop came too late to
 * a deadline within the last half to whole second. A delay of that size says nothing about the
 * path. Confined to the event loop.
 */
public final class SchedulingDelay {
    private static final long WINDOW_NS = 500_000_000;

    private long worstNs;
    private long previousNs;
    private long sinceNs;
    private boolean started;

    /**
     * A deadline was met late.
     *
     * @param lateNs by how much, more than 0
     */
    public void onLate(long lateNs, long nowNs) {
        age(nowNs);
        worstNs = Math.max(worstNs, lateNs);
    }

    /** Returns the noise in nanoseconds, 0 on a host that is never late. */
    public long ns(long nowNs) {
        age(nowNs);
        return Math.max(worstNs, previousNs);
    }

    private void age(long nowNs) {
        if (!started) {
            started = true;
            sinceNs = nowNs;
        }
        long elapsedNs = nowNs - sinceNs;
        if (elapsedNs >= WINDOW_NS) {
            previousNs = elapsedNs < 2 * WINDOW_NS ? worstNs : 0;
            worstNs = 0;
            sinceNs = nowNs;
        }
    }
}
