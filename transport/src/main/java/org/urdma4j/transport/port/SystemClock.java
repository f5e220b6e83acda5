package org.urdma4j.transport.port;

/**
 * The clock of this machine: nanoseconds that only go forward, from an arbitrary origin. Everything
 * that acts on time is given it; this is the one place that reads it. Any thread.
 */
public final class SystemClock {
    private SystemClock() {}

    /** Returns now, to be compared with other times by subtraction. */
    public static long nowNs() {
        return System.nanoTime();
    }

    /** Returns the time of day in nanoseconds since 1970, to the millisecond. */
    public static long epochNs() {
        return System.currentTimeMillis() * 1_000_000;
    }
}
