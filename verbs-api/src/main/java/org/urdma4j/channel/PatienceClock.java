package org.urdma4j.channel;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How long somebody waits yet. */
final class PatienceClock {
    private final long beginNs = System.nanoTime();
    private final long lengthNs;

    /** Starts now. */
    PatienceClock(Duration length) {
        lengthNs = TimeUnit.NANOSECONDS.convert(length); // saturates
    }

    /** Returns nanoseconds; zero or less if the wait is over. */
    long leftNs() {
        return lengthNs - (System.nanoTime() - beginNs);
    }
}
