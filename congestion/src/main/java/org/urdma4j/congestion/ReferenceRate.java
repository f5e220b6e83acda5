package org.urdma4j.congestion;

/**
 * The rate known beforehand: a floor under what is measured, which lapses when the path can't be
 * what it was said to be. That is after two rounds in a row that lost over a tenth, two timeouts
 * without a report, or a first round trip that shows less. The paper's floor never lapses. What is
 * only expected, since others have seen it, is a floor until something is measured.
 */
final class ReferenceRate {
    private static final double HEAVY_LOSS = 0.10;
    private static final int STRIKES = 2;

    private final boolean hard;
    private long rate;
    private long floor;
    private boolean expected;
    private int strikes;

    ReferenceRate(long bitsPerSecond, boolean hard) {
        rate = bitsPerSecond;
        floor = bitsPerSecond;
        this.hard = hard;
    }

    /** Nothing is set, but others have seen so much. */
    void expect(long bitsPerSecond) {
        rate = bitsPerSecond;
        floor = bitsPerSecond;
        expected = true;
    }

    /** Returns whether it is only expected, and the floor of what isn't measured yet. */
    boolean isExpected() {
        return expected && floor > 0;
    }

    /** Returns the rate in bit/s, 0 for none. */
    long rate() {
        return rate;
    }

    /** Returns the floor in bit/s, 0 for none. */
    long floor() {
        return floor;
    }

    /** Returns whether the floor never lapses. */
    boolean isHard() {
        return hard && floor > 0;
    }

    void onShown() {
        if (expected) {
            floor = 0;
        }
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
