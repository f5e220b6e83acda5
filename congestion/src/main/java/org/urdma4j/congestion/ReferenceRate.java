package org.urdma4j.congestion;

/**
 * The rate known beforehand: a floor under what is measured, which lapses when the path can't be
 * what it was said to be. That is after two rounds in a row that lost over a tenth, two timeouts
 * without a report, or a first round trip that shows less. The paper's floor never lapses.
 */
final class ReferenceRate {
    private static final double HEAVY_LOSS = 0.10;
    private static final int STRIKES = 2;

    private final boolean hard;
    private long floor;
    private int strikes;

    ReferenceRate(long bitsPerSecond, boolean hard) {
        floor = bitsPerSecond;
        this.hard = hard;
    }

    /** Returns the floor in bit/s, 0 for none. */
    long floor() {
        return floor;
    }

    /** Returns whether the floor never lapses. */
    boolean isHard() {
        return hard && floor > 0;
    }

    void onRound(double lossRatio) {
        if (lossRatio > HEAVY_LOSS) {
            strike();
        } else {
            strikes = 0;
        }
    }

    void onTimeout() {
        strike();
    }

    /** The first round trips showed less than the reference. */
    void refute() {
        if (!hard) {
            floor = 0;
        }
    }

    private void strike() {
        strikes++;
        if (strikes >= STRIKES) {
            refute();
        }
    }
}
