package org.urdma4j.transport.port.pipeline;

import org.urdma4j.transport.port.Protection;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.shard.ShardNumber;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * What a port of any backend is opened with. Immutable.
 *
 * @param bufferBytes receive and send buffer to ask the kernel for; it grants at most {@code
 *     net.core.rmem_max} and {@code wmem_max}, but any receive buffer to a process with
 *     CAP_NET_ADMIN (not over NIO). In memory, what may wait to be taken
 * @param engine limits of the engine; empty for what fits the receive buffer that was granted
 * @param random draws keys and queue pair numbers; predictable ones let strangers write to memory
 * @param dscp differentiated services code point of what is sent where an address vector has no
 *     traffic class, 0 to 63; packets in memory have no header that could show it
 * @param busyPoll how long the event loop looks on after each turn before it sleeps, 0 to 1 s; more
 *     than 0 only over UDP sockets and packet sockets
 * @param eventLoops threads of the port that move packets, 1 to {@link ShardNumber#MAX_COUNT}; more
 *     than 1 only over UDP sockets, where {@code random} is one that several threads may use
 * @param inbound what impairs arriving packets, for this port alone
 * @param outbound what impairs departing packets, for this port alone; they are then sent singly
 * @param protection agrees on the keys that packets are sealed by, for this port alone; empty for
 *     packets in the clear
 */
public record PortOptions(
        int bufferBytes,
        Optional<EngineConfig> engine,
        RandomGenerator random,
        int dscp,
        Duration busyPoll,
        int eventLoops,
        Optional<InboundStage> inbound,
        Optional<OutboundStage> outbound,
        Optional<Protection> protection) {
    /** Buffers asked for by default: 64 MiB, which the kernel doubles for its own needs. */
    public static final int DEFAULT_BUFFER_BYTES = ContextAttr.DEFAULT.socketBufferBytes();

    private static final int MAX_DSCP = 63;

    public PortOptions {
        Objects.requireNonNull(engine, "engine");
        Objects.requireNonNull(random, "random");
        Objects.requireNonNull(busyPoll, "busyPoll");
        Objects.requireNonNull(inbound, "inbound");
        Objects.requireNonNull(outbound, "outbound");
        Objects.requireNonNull(protection, "protection");
        if (dscp < 0 || dscp > MAX_DSCP) {
            throw new IllegalArgumentException("a DSCP is 0 to 63, not " + dscp);
        }
        if (busyPoll.isNegative() || busyPoll.compareTo(ContextAttr.MAX_BUSY_POLL) > 0) {
            throw new IllegalArgumentException(
                    "a loop polls busily for 0 to 1 s, not for " + busyPoll);
        }
        if (eventLoops < 1 || eventLoops > ShardNumber.MAX_COUNT) {
            throw new IllegalArgumentException(
                    "a port has 1 to %d event loops, not %d"
                            .formatted(ShardNumber.MAX_COUNT, eventLoops));
        }
        if (bufferBytes < 1) {
            throw new IllegalArgumentException("buffers need at least 1 byte, not " + bufferBytes);
        }
    }

    /**
     * Checks that a backend whose loop can't do without sleep doesn't have to.
     *
     * @throws VerbsException with {@link Errno#EINVAL} if {@link #busyPoll} is more than 0
     */
    public void requireNoBusyPoll(String backend) {
        if (!busyPoll.isZero()) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "busyPoll is for the udp and raw backends: the %s backend has no sockets to look at"
                            .formatted(backend));
        }
    }

    /**
     * Checks that a backend that has one event loop isn't asked for several.
     *
     * @throws VerbsException with {@link Errno#EOPNOTSUPP} if {@link #eventLoops} is more than 1
     */
    public void requireOneEventLoop(String backend) {
        if (eventLoops > 1) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP,
                    "several event loops are for the udp backend: the %s backend has one"
                            .formatted(backend));
        }
    }

    /** Returns the defaults: secure random, no mark, no busy polling, nothing impaired. */
    public static PortOptions buffering(int bytes) {
        return new PortOptions(
                bytes,
                Optional.empty(),
                new SecureRandom(),
                0,
                Duration.ZERO,
                1,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /**
     * Collects the options, and what a backend has beside them. Not thread-safe.
     *
     * @param <B> the builder itself
     */
    public abstract static class Builder<B extends Builder<B>> {
        private int bufferBytes;
        private Optional<EngineConfig> engine;
        private RandomGenerator random;
        private int dscp;
        private Duration busyPoll;
        private int eventLoops;
        private Optional<InboundStage> inbound;
        private Optional<OutboundStage> outbound;
        private Optional<Protection> protection;

        protected Builder(PortOptions from) {
            bufferBytes = from.bufferBytes;
            engine = from.engine;
            random = from.random;
            dscp = from.dscp;
            busyPoll = from.busyPoll;
            eventLoops = from.eventLoops;
            inbound = from.inbound;
            outbound = from.outbound;
            protection = from.protection;
        }

        protected abstract B self();

        /**
         * Returns the options, checked.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        protected final PortOptions options() {
            return new PortOptions(
                    bufferBytes,
                    engine,
                    random,
                    dscp,
                    busyPoll,
                    eventLoops,
                    inbound,
                    outbound,
                    protection);
        }

        /** Sets what the kernel is asked for, 1 byte or more. */
        public B bufferBytes(int bytes) {
            bufferBytes = bytes;
            return self();
        }

        /** Sets the engine's limits, whatever the buffers are. */
        public B engine(EngineConfig limits) {
            engine = Optional.of(limits);
            return self();
        }

        public B random(RandomGenerator source) {
            random = source;
            return self();
        }

        /** Sets the differentiated services code point, 0 to 63. */
        public B dscp(int codePoint) {
            dscp = codePoint;
            return self();
        }

        /** Sets how long the event loop looks on before it sleeps, 0 to 1 s. */
        public B busyPoll(Duration window) {
            busyPoll = window;
            return self();
        }

        /** Sets how many event loops there are, 1 to {@link ShardNumber#MAX_COUNT}. */
        public B eventLoops(int threads) {
            eventLoops = threads;
            return self();
        }

        public B inbound(InboundStage stage) {
            inbound = Optional.of(stage);
            return self();
        }

        /** Has packets sealed by keys that this agrees on, for this port alone. */
        public B withProtection(Protection agreement) {
            protection = Optional.of(agreement);
            return self();
        }

        public B outbound(OutboundStage stage) {
            outbound = Optional.of(stage);
            return self();
        }
    }
}
