package org.urdma4j.copy.serve;

import java.time.Duration;
import java.util.Objects;

/**
 * What a server grants.
 *
 * @param readOnly whether nothing may be written
 * @param connections of all clients together, 1 or more; each has about 40 MiB
 * @param idle how long a client may say nothing, or take nothing, before it is dropped
 */
public record ServeOptions(boolean readOnly, int connections, Duration idle) {
    /** Reading and writing, 16 connections, a minute. */
    public static final ServeOptions DEFAULT = new ServeOptions(false, 16, Duration.ofMinutes(1));

    /** Checks the ranges. */
    public ServeOptions {
        Objects.requireNonNull(idle, "idle");
        if (connections < 1) {
            throw new IllegalArgumentException("connections is %d".formatted(connections));
        }
        if (idle.isNegative() || idle.isZero()) {
            throw new IllegalArgumentException("idle is " + idle);
        }
    }
}
