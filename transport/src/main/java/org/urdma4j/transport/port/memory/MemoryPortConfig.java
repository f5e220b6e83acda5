package org.urdma4j.transport.port.memory;

import org.urdma4j.transport.port.pipeline.InboundStage;
import org.urdma4j.transport.qp.EngineConfig;

import java.security.SecureRandom;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * How a {@link MemoryPort} is opened. Immutable; start from {@link #create}.
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

    /** Starts from the defaults. */
    public static MemoryPortConfig create() {
        return new MemoryPortConfig(
                DEFAULT_INBOX_BYTES, Optional.empty(), new SecureRandom(), Optional.empty());
    }

    /** Returns the same with another bound on what waits. */
    public MemoryPortConfig withInboxBytes(long value) {
        return new MemoryPortConfig(value, engine, random, inbound);
    }

    /** Returns the same with these engine limits, whatever the inbox holds. */
    public MemoryPortConfig withEngine(EngineConfig value) {
        return new MemoryPortConfig(inboxBytes, Optional.of(value), random, inbound);
    }

    /** Returns the same with another source of keys and queue pair numbers. */
    public MemoryPortConfig withRandom(RandomGenerator value) {
        return new MemoryPortConfig(inboxBytes, engine, value, inbound);
    }

    /** Returns the same with a stage that impairs arriving packets. */
    public MemoryPortConfig withInbound(InboundStage value) {
        return new MemoryPortConfig(inboxBytes, engine, random, Optional.of(value));
    }
}
