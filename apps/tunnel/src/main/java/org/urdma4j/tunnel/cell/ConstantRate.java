package org.urdma4j.tunnel.cell;

/**
 * When cells are due at a constant rate: so many at a time, each time an interval after the one
 * before, whatever there is to send. Who comes late sends what is due since, to a limit; what is
 * older is missed. Not thread-safe.
 */
public final class ConstantRate {
    /** The lowest rate, bit/s. */
    public static final long LEAST_BPS = 100_000;

    /** The highest. */
    public static final long MOST_BPS = 400_000_000_000L;

    private static final long NS_PER_S = 1_000_000_000;

    /** What an interval aims at, where a batch has room for its cells. */
    private static final long AIM_NS = 200_000;

    /** Who is later than this has missed what was due. */
    private static final long LATEST_NS = 20_000_000;

    private final int cells;
    private final long intervalNs;

    /** Of a nanosecond, in parts of the rate: what the interval is longer than its whole ones. */
    private final long remainder;

    private final long rateBps;
    private long dueNs;
    private long carried;
    private long missed;

    /**
     * Begins.
     *
     * @param rateBps of cells, from BTH to ICRC, {@link #LEAST_BPS} to {@link #MOST_BPS}
     * @param cellBytes from BTH to ICRC
     * @param mostCells that can be sent at a time
     */
    public ConstantRate(long rateBps, int cellBytes, int mostCells, long nowNs) {
        if (rateBps < LEAST_BPS || rateBps > MOST_BPS) {
            throw new IllegalArgumentException(
                    "a rate of %d bit/s, not 100k to 400G".formatted(rateBps));
        }
        this.rateBps = rateBps;
        long bits = (long) cellBytes * Byte.SIZE;
        long wanted = Math.max(1, Math.round(AIM_NS * (double) rateBps / NS_PER_S / bits));
        cells = (int) Math.min(wanted, mostCells);
        long total = cells * bits * NS_PER_S;
        intervalNs = total / rateBps;
        remainder = total % rateBps;
        dueNs = nowNs;
    }

    public int cells() {
        return cells;
    }

    /** Returns whether cells are due, {@link #cells} of them; then they have been. */
    public boolean poll(long nowNs) {
        if (nowNs - dueNs < 0) {
            return false;
        }
        long late = nowNs - dueNs - LATEST_NS;
        if (late > 0) {
            long over = late / Math.max(1, intervalNs);
            missed += over * cells;
            dueNs += over * intervalNs;
        }
        dueNs += intervalNs;
        carried += remainder;
        if (carried >= rateBps) {
            carried -= rateBps;
            dueNs++;
        }
        return true;
    }

    /** Begins anew: nothing was due before. */
    public void restart(long nowNs) {
        dueNs = nowNs;
    }

    /** Returns when the next cells are due. */
    public long nextNs() {
        return dueNs;
    }

    /** Returns how many cells were not sent because nobody asked in time. */
    public long missed() {
        return missed;
    }
}
