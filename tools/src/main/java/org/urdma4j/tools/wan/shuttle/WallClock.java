package org.urdma4j.tools.wan.shuttle;

/** The machine's time. */
public final class WallClock implements TimeSource {
    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    /** Returns the time of day in nanoseconds since 1970. */
    public static long epochNs() {
        return System.currentTimeMillis() * 1_000_000;
    }
}
