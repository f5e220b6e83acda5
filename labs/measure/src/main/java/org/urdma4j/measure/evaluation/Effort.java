package org.urdma4j.measure.evaluation;

/** How long runs are, and so which cells can be played at all. */
public enum Effort {
    /** A minute or two on two idle cores with its own number of seeds. */
    QUICK(8, 300_000, 2_000_000, 20),
    /** Half an hour on two idle cores with its own number of seeds. */
    FULL(100, 600_000, 8_000_000, 60);

    /** Packets that may be under way in a run: what memory has room for. */
    private static final double MOST_UNDER_WAY = 500_000;

    private final int seeds;
    private final double packets;
    private final double mostPackets;
    private final double mostSeconds;

    /**
     * @param packets of a run whose path allows it to be so short
     * @param mostPackets of a run
     * @param mostSeconds of a run that need not be longer
     */
    Effort(int seeds, double packets, double mostPackets, double mostSeconds) {
        this.seeds = seeds;
        this.packets = packets;
        this.mostPackets = mostPackets;
        this.mostSeconds = mostSeconds;
    }

    /** Returns how many runs a scenario has unless told otherwise. */
    public int seeds() {
        return seeds;
    }

    /** Returns how long a cell is played, in seconds of virtual time. */
    double seconds(EvaluationCell cell) {
        double usual = Math.min(mostSeconds, packets / cell.packetsPerSecond());
        return Math.max(cell.leastSeconds(), usual);
    }

    /** Returns whether that takes no more packets, and at a time, than a run may. */
    boolean covers(EvaluationCell cell) {
        return seconds(cell) * cell.packetsPerSecond() <= mostPackets
                && cell.packetsUnderWay() <= MOST_UNDER_WAY;
    }
}
