package org.urdma4j.tools.demo;

/** The time by which the demo measures. */
final class WallClock {
    private WallClock() {}

    static long nanoTime() {
        return System.nanoTime();
    }
}
