package org.urdma4j.transport.urdma.path;

/**
 * The rail on which the container arrives first. If one that has to wait would have brought all
 * that is left by then, the container waits for it: so a slow rail carries the middle of a long
 * transfer and never makes its end late.
 *
 * <p>Round trips stand for delays: a report of all paths takes one way back, so they differ as the
 * ways there do.
 */
final class EarliestRail implements RailPolicy {
    private static final long BIT_NS = 8_000_000_000L;

    private final long containerBytes;
    private final Backlog backlog;
    private long backlogBytes;
    private long wantedBytes;
    private Rail best;
    private long bestNs;
    private long bestBudget;

    // The rail that has to wait and would bring the rest first.
    private boolean waits;
    private double waitNs;
    private double waitRate;

    EarliestRail(long containerBytes, Backlog backlog) {
        this.containerBytes = containerBytes;
        this.backlog = backlog;
    }

    @Override
    public void begin() {
        best = null;
        waits = false;
        backlogBytes = backlog.bytes();
        wantedBytes = Math.clamp(backlogBytes, 1, containerBytes);
    }

    @Override
    public void offer(Rail rail, long budget, long openNs, long nowNs) {
        double rate = rate(rail);
        long rttNs = rail.roundTripNs();
        if (budget > 0) {
            // Of what may leave at once the rate says nothing, least of all if little was asked of
            // it.
            long laterBytes = Math.max(0, wantedBytes - budget);
            long arrivesNs = rttNs + (long) (laterBytes * BIT_NS / rate);
            if (best == null || arrivesNs < bestNs) {
                best = rail;
                bestNs = arrivesNs;
                bestBudget = budget;
            }
            return;
        }
        // A report opens a window that is full: on average within half a round trip.
        double startsNs = rttNs + (openNs == Path.NEVER ? rttNs / 2.0 : openNs - nowNs);
        if (!waits || startsNs < waitNs) {
            waits = true;
            waitNs = startsNs;
            waitRate = rate;
        }
    }

    private static double rate(Rail rail) {
        long known = rail.control().deliveryBitsPerSecond();
        return known > 0 ? known : Math.max(1, rail.control().pacingBitsPerSecond());
    }

    @Override
    public Rail choose(long nowNs) {
        if (best != null && waits && waitNs < bestNs) {
            double restNs = waitNs + backlogBytes * (double) BIT_NS / waitRate;
            if (restNs < bestNs) {
                best.control().onApplicationLimited(nowNs);
                return null;
            }
        }
        return best;
    }

    @Override
    public long budget() {
        return bestBudget;
    }
}
