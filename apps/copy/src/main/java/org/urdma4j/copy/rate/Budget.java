package org.urdma4j.copy.rate;

/**
 * When bytes may move so that they stay within a rate: a bucket that goes below zero, and says how
 * long it takes until it is level again. Pure; one thread at a time.
 */
final class Budget {
    private static final double NS_PER_S = 1e9;

    /** What may be saved up, so that a thread that comes late doesn't lose the time. */
    private static final double BURST_S = 0.05;

    private double bytesPerSecond; // 0 for no limit
    private double level;
    private long atNs;

    /**
     * @param bitsPerSecond 0 for no limit
     */
    Budget(long bitsPerSecond, long nowNs) {
        atNs = nowNs;
        rate(bitsPerSecond, nowNs);
    }

    /** Sets another rate; what was taken before is paid back at it. */
    void rate(long bitsPerSecond, long nowNs) {
        if (bitsPerSecond < 0) {
            throw new IllegalArgumentException("the rate is " + bitsPerSecond);
        }
        fill(nowNs);
        bytesPerSecond = bitsPerSecond / (double) Byte.SIZE;
        level = bytesPerSecond == 0 ? 0 : Math.min(level, bytesPerSecond * BURST_S);
    }

    /**
     * Takes bytes, and returns for how many nanoseconds who took them must wait before it takes
     * more.
     */
    long take(int bytes, long nowNs) {
        if (bytesPerSecond == 0) {
            return 0;
        }
        fill(nowNs);
        level -= bytes;
        return waitNs(nowNs);
    }

    /** Returns how long it takes from now on until nothing is owed. */
    long waitNs(long nowNs) {
        if (bytesPerSecond == 0) {
            return 0;
        }
        fill(nowNs);
        return level >= 0 ? 0 : (long) Math.ceil(-level / bytesPerSecond * NS_PER_S);
    }

    private void fill(long nowNs) {
        double passed = Math.max(0, nowNs - atNs) / NS_PER_S;
        atNs = nowNs;
        if (bytesPerSecond > 0) {
            level = Math.min(bytesPerSecond * BURST_S, level + passed * bytesPerSecond);
        }
    }
}
