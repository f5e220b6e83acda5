package org.urdma4j.tools.bench;

import org.urdma4j.simulation.units.Units;
import org.urdma4j.verbs.ContextAttr;

import picocli.CommandLine.Option;

import java.time.Duration;

/** How long the device of this end looks for packets before it sleeps. */
final class BusyPollArguments {
    @Option(
            names = "--busy-poll",
            paramLabel = "TIME",
            description = {
                "Look on without sleeping for TIME, as 50us, after the last packet or request; 1s",
                "at most. Saves waking up, at the cost of a whole processor while there is traffic:",
                "where all of them are in use, others wait for it. Default 0: sleep at once."
            })
    private String time;

    /**
     * Checks what can be checked without a network.
     *
     * @param able whether the backend can
     * @throws IllegalArgumentException if it is no such time, or the backend can't
     */
    void check(boolean able) {
        Duration window = window();
        if (window.compareTo(ContextAttr.MAX_BUSY_POLL) > 0) {
            throw new IllegalArgumentException(
                    "--busy-poll is %s, must be 0 to 1s".formatted(time));
        }
        if (!able && !window.isZero()) {
            throw new IllegalArgumentException("--busy-poll needs --backend udp or raw");
        }
    }

    /** Returns it, 0 unless it was given. */
    Duration window() {
        try {
            return time == null ? Duration.ZERO : Duration.ofNanos(Units.timeNs(time));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--busy-poll: " + e.getMessage(), e);
        }
    }
}
