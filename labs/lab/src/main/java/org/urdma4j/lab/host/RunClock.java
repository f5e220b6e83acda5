package org.urdma4j.lab.host;

/** The clock that puts what several processes recorded on one scale. */
final class RunClock {
    private RunClock() {}

    /** Returns milliseconds since 1970, as the programs of a run say when they began. */
    static long nowMs() {
        return System.currentTimeMillis();
    }
}
