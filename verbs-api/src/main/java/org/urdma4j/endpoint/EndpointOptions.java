package org.urdma4j.endpoint;

import org.urdma4j.verbs.cm.ConnParam;

import java.time.Duration;
import java.util.Objects;

/**
 * How endpoints are made. Immutable; start from {@link #DEFAULT}.
 *
 * @param depth sends and receives that may be posted at a time, 1 or more
 * @param param what is told to the peer, private data among it
 * @param patience how long a call that waits does so
 */
public record EndpointOptions(int depth, ConnParam param, Duration patience) {
    /** 128 of each, no private data, URDMA where the peer has it too, half a minute. */
    public static final EndpointOptions DEFAULT =
            new EndpointOptions(128, ConnParam.EMPTY, Duration.ofSeconds(30));

    /** Checks the range. */
    public EndpointOptions {
        Objects.requireNonNull(param, "param");
        Objects.requireNonNull(patience, "patience");
        if (depth < 1) {
            throw new IllegalArgumentException("depth is %d, must be 1 or more".formatted(depth));
        }
    }

    /** Returns the same with another number of requests. */
    public EndpointOptions withDepth(int requests) {
        return new EndpointOptions(requests, param, patience);
    }

    /** Returns the same with other words to the peer. */
    public EndpointOptions withParam(ConnParam words) {
        return new EndpointOptions(depth, words, patience);
    }

    /** Returns the same with another patience. */
    public EndpointOptions withPatience(Duration time) {
        return new EndpointOptions(depth, param, time);
    }
}
