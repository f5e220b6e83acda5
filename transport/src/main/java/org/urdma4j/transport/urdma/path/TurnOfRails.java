package org.urdma4j.transport.urdma.path;

/** Each rail in turn, as far as its congestion control lets it: the one that waited longest. */
final class TurnOfRails implements RailPolicy {
    private Rail best;
    private long bestBudget;

    @Override
    public void begin() {
        best = null;
    }

    @Override
    public void offer(Rail rail, long budget, long openNs, long nowNs) {
        if (budget > 0 && (best == null || rail.turn < best.turn)) {
            best = rail;
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
