package org.urdma4j.endpoint;

import java.time.Duration;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * How long is waited before each attempt to connect: twice as long each time, up to a limit, and
 * less by a random part, so that those who lost the same peer don't return at the same instant.
 *
 * @param first before the first repetition, 1 ms to an hour
 * @param most at most, {@code first} to a day
 * @param jitter the part of each wait that is random, 0 to 1
 * @param attempts that may fail one after another, 1 or more
 */
public record Backoff(Duration first, Duration most, double jitter, int attempts) {
    private static final Duration LONGEST = Duration.ofDays(1);

    /** From 0.1 s to 30 s, half of it random, 20 attempts: some seven minutes. */
    public static final Backoff DEFAULT =
            new Backoff(Duration.ofMillis(100), Duration.ofSeconds(30), 0.5, 20);

    private static final int MOST_DOUBLINGS = 40;

    /** Checks the ranges. */
    public Backoff {
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(most, "most");
        require(first.toMillis() >= 1 && first.toHours() <= 1, "first is 1 ms to an hour");
        require(most.compareTo(first) >= 0 && most.compareTo(LONGEST) <= 0, "most is first to 1 d");
        require(jitter >= 0 && jitter <= 1, "jitter is 0 to 1");
        require(attempts >= 1, "attempts are 1 or more");
    }

    private static void require(boolean right, String rule) {
        if (!right) {
            throw new IllegalArgumentException(rule);
        }
    }

    /** Returns the same without an end. */
    public Backoff forever() {
        return new Backoff(first, most, jitter, Integer.MAX_VALUE);
    }

    /**
     * Returns how long to wait.
     *
     * @param failed attempts that have failed one after another, 1 or more
     */
    public Duration after(int failed, RandomGenerator random) {
        int doublings = Math.min(failed - 1, MOST_DOUBLINGS);
        double ns = Math.min((double) most.toNanos(), first.toNanos() * Math.scalb(1.0, doublings));
        return Duration.ofNanos((long) (ns * (1 - jitter * random.nextDouble())));
    }
}
