package org.urdma4j.bench.net.spec;

import java.util.Objects;

/**
 * One run: what is moved, by what, which way, and how. The client makes it; the server does what it
 * says.
 */
public record RunSpec(
        Protocol protocol, Operation operation, Direction direction, Load load, Tuning tuning) {
    private static final int ATOMIC_SIZE = 8;

    /** Checks what has to fit together. */
    public RunSpec {
        Objects.requireNonNull(protocol, "protocol");
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(direction, "direction");
        Objects.requireNonNull(load, "load");
        Objects.requireNonNull(tuning, "tuning");
        Range.require(
                !operation.atomic() || load.size() == ATOMIC_SIZE,
                "atomic operations have a size of 8 bytes");
        Range.require(
                protocol.rdma() || operation == Operation.WRITE,
                "TCP has no --op; leave it out, or use --protocol urdma or standard");
        Range.require(
                protocol.rdma() || !load.latency(),
                "--latency is measured for RDMA operations, not for TCP");
    }

    /** Returns whether {@code side} gets data that counts. */
    public boolean receives(Side side) {
        boolean posts = direction.posts(side);
        return direction == Direction.BOTH || operation.fetches() == posts;
    }

    /** Returns the same with another load. */
    public RunSpec withLoad(Load other) {
        return new RunSpec(protocol, operation, direction, other, tuning);
    }
}
