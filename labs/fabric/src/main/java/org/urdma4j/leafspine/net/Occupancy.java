package org.urdma4j.leafspine.net;

/** How long queues were, as each packet that joined one found it. */
public final class Occupancy {
    private static final int STEP = 1000;
    private final long[] counts = new long[1 << 15];
    private long samples;
    private long max;

    /** Takes note of a queue, what joins it included. */
    void add(long bytes) {
        counts[(int) Math.min(counts.length - 1, bytes / STEP)]++;
        samples++;
        max = Math.max(max, bytes);
    }

    /** Returns what a share of packets found at most, in KB rounded up; 0 if there was none. */
    public double shareKb(double share) {
        long wanted = (long) Math.ceil(share * samples);
        long seen = 0;
        for (int i = 0; i < counts.length && samples > 0; i++) {
            seen += counts[i];
            if (seen >= wanted) {
                return Math.min(i + 1, maxKb());
            }
        }
        return maxKb();
    }

    public double maxKb() {
        return (double) max / STEP;
    }
}
