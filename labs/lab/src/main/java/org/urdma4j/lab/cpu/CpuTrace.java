package org.urdma4j.lab.cpu;

import java.util.ArrayList;
import java.util.List;

/** How busy the machine was in the course of a run, with what isn't of the run's making apart. */
public final class CpuTrace {
    /** A trace of a run of which nobody kept one. */
    public static final CpuTrace NONE = new CpuTrace();

    private final List<long[]> samples = new ArrayList<>();

    /**
     * Adds a reading, later than those before.
     *
     * @param timeNs of any clock
     * @param busyNs of all processors, a total
     * @param apartNs what of it doesn't count, a total
     */
    synchronized void add(long timeNs, long busyNs, long apartNs) {
        samples.add(new long[] {timeNs, busyNs - apartNs});
    }

    /**
     * Returns how many processors were busy on average, up to some time before the end.
     *
     * @param seconds how long before the end it begins, more than {@code omitLast}
     * @param omitLast seconds before the end that don't count
     * @return NaN if the trace isn't that long
     */
    public synchronized double processors(double seconds, double omitLast) {
        if (samples.size() < 2 || !(seconds > omitLast)) {
            return Double.NaN;
        }
        long endNs = samples.getLast()[0];
        long[] from = before(endNs - (long) (1e9 * seconds));
        long[] until = before(endNs - (long) (1e9 * omitLast));
        if (from == null || until == null || until[0] == from[0]) {
            return Double.NaN;
        }
        return (double) (until[1] - from[1]) / (double) (until[0] - from[0]);
    }

    /** Returns the last reading that isn't after a time. */
    private long[] before(long timeNs) {
        long[] found = null;
        for (long[] sample : samples) {
            if (sample[0] - timeNs > 0) {
                break;
            }
            found = sample;
        }
        return found;
    }
}
