package org.urdma4j.copy.wire;

/** Reads the time. */
public final class CopyClock {
    private CopyClock() {}

    /** Returns nanoseconds since some moment. */
    public static long nowNs() {
        return System.nanoTime();
    }
}
