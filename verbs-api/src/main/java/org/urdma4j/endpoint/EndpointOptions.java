package org.urdma4j.endpoint;

import org.urdma4j.verbs.cm.ConnParam;

import java.time.Duration;
import java.util.Objects;

/**
 * How endpoints are made. Immutable; start from {@link #builder}.
 *
 * @param depth sends, and as many receives, that may be posted at a time, 1 or more; each until its
 *     completion has been taken
 * @param param what is told to the peer, private data among it
 * @param patience after what time a call that waits gives up with ETIMEDOUT
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

    /** Starts from {@link #DEFAULT}. */
    public static Builder builder() {
        return DEFAULT.toBuilder();
    }

    /** Starts from these values. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Collects the values. Not thread-safe. */
    public static final class Builder {
        private int depth;
        private ConnParam param;
        private Duration patience;

        private Builder(EndpointOptions from) {
            depth = from.depth;
            param = from.param;
            patience = from.patience;
        }

        /** Sets how many sends and receives may be posted at a time, 1 or more. */
        public Builder depth(int requests) {
            depth = requests;
            return this;
        }

        /** Sets what is told to the peer. */
        public Builder param(ConnParam words) {
            param = words;
            return this;
        }

        /** Sets after what time a call that waits gives up. */
        public Builder patience(Duration time) {
            patience = time;
            return this;
        }

        /**
         * Returns the values, checked.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        public EndpointOptions build() {
            return new EndpointOptions(depth, param, patience);
        }
    }
}
