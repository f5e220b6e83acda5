package org.urdma4j.transport.port.memory;

import org.urdma4j.transport.port.pipeline.InboundStage;
import org.urdma4j.transport.qp.EngineConfig;

import java.security.SecureRandom;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * How a {@link MemoryPort} is opened. Immutable; start from {@link #builder}.
 *
 * @param inboxBytes bytes that may wait to be taken; more are dropped
 * @param engine limits of the engine; empty for what fits the inbox
 * @param random draws keys and queue pair numbers
 * @param inbound what impairs arriving packets, for this port alone
 */
public record MemoryPortConfig(
        long inboxBytes,
        Optional<EngineConfig> engine,
        RandomGenerator random,
        Optional<InboundStage> inbound) {
    /** As much as a UDP socket that was granted 4 MiB. */
    public static final long DEFAULT_INBOX_BYTES = 8L << 20;

    /** Checks the range. */
    public MemoryPortConfig {
        Objects.requireNonNull(engine, "engine");
        Objects.requireNonNull(random, "random");
        Objects.requireNonNull(inbound, "inbound");
        if (inboxBytes < 1) {
            throw new IllegalArgumentException("an inbox holds 1 byte or more, not " + inboxBytes);
        }
    }

    /** Starts from the defaults: {@link #DEFAULT_INBOX_BYTES}, secure random. */
    public static Builder builder() {
        return new MemoryPortConfig(
                        DEFAULT_INBOX_BYTES, Optional.empty(), new SecureRandom(), Optional.empty())
                .toBuilder();
    }

    /** Starts from these values. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Collects the values. Not thread-safe. */
    public static final class Builder {
        private long inboxBytes;
        private Optional<EngineConfig> engine;
        private RandomGenerator random;
        private Optional<InboundStage> inbound;

        private Builder(MemoryPortConfig from) {
            inboxBytes = from.inboxBytes;
            engine = from.engine;
            random = from.random;
            inbound = from.inbound;
        }

        /** Sets the bound on what waits, 1 byte or more. */
        public Builder inboxBytes(long bytes) {
            inboxBytes = bytes;
            return this;
        }

        /** Sets the engine's limits, whatever the inbox holds. */
        public Builder engine(EngineConfig limits) {
            engine = Optional.of(limits);
            return this;
        }

        /** Sets the source of keys and queue pair numbers. */
        public Builder random(RandomGenerator source) {
            random = source;
            return this;
        }

        /** Sets a stage that impairs arriving packets. */
        public Builder inbound(InboundStage stage) {
            inbound = Optional.of(stage);
            return this;
        }

        /**
         * Returns the values, checked.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        public MemoryPortConfig build() {
            return new MemoryPortConfig(inboxBytes, engine, random, inbound);
        }
    }
}
