package org.urdma4j.transport.urdma.path;

/** Rails in proportion to what they deliver: the one that has had the least for its rate. */
final class WeightedRails implements RailPolicy {
    private Rail best;
    private double bestHad;
    private long bestBudget;

    @Override
    public void begin() {
        best = null;
    }

    @Override
    public void offer(Rail rail, long budget, long openNs, long nowNs) {
        if (budget <= 0) {
            return;
        }
        double had = rail.recentBytes / Math.max(1, rail.control().deliveryBitsPerSecond());
        if (best == null || had < bestHad) {
            best = rail;
            bestHad = had;
            bestBudget = budget;
        }
    }

    @Override
    public Rail choose(long nowNs) {
        return best;
    }

    @Override
    public long budget() {
        return bestBudget;
    }
}
