package org.urdma4j.congestion;

/**
 * Tells the end of the exponential start-up: the bandwidth has not grown by a quarter in three
 * rounds (BBR draft 06, section 5.3.1.2), or in one round in which losses exceeded the threshold in
 * at least six reports. Random loss alone does not end it, since the bandwidth goes on growing.
 */
final class FullPipe {
    private static final double GROWTH = 1.25;
    private static final int FLAT_ROUNDS = 3;
    private static final int LOSS_REPORTS = 6;

    private long fullBitsPerSecond;
    private int flatRounds;

    void reset() {
        fullBitsPerSecond = 0;
        flatRounds = 0;
    }

    /**
     * Takes a whole round in that the application did not limit; returns whether the pipe is full.
     */
    boolean onRound(long bitsPerSecond, LossMeter loss, double lossThreshold) {
        if ((double) bitsPerSecond >= GROWTH * (double) fullBitsPerSecond) {
            fullBitsPerSecond = bitsPerSecond;
            flatRounds = 0;
            return false;
        }
        flatRounds++;
        boolean lossy = loss.ratio() > lossThreshold && loss.lossReports() >= LOSS_REPORTS;
        return flatRounds >= FLAT_ROUNDS || lossy;
    }
}
