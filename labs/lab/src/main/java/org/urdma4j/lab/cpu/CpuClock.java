package org.urdma4j.lab.cpu;

/** The clock by which the busy time of processors is taken: one for all threads and processes. */
public final class CpuClock {
    private CpuClock() {}

    /** Returns nanoseconds since some time, to be compared by subtraction. */
    public static long nowNs() {
        return System.nanoTime();
    }
}
