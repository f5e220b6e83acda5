package org.urdma4j.measure.spec;

/** The work request that a run repeats. */
public enum Operation implements Labelled {
    /** RDMA WRITE. */
    WRITE,
    /** RDMA WRITE with immediate. */
    WRITE_IMM,
    /** SEND into posted receives. */
    SEND,
    /** RDMA READ: the data comes to the side that posts. */
    READ,
    /** Compare and swap of eight bytes. */
    CAS,
    /** Fetch and add of eight bytes. */
    FAA;

    /** Returns whether it is an atomic operation, whose size is eight bytes. */
    public boolean atomic() {
        return this == CAS || this == FAA;
    }

    /** Returns whether it consumes a receive of the peer. */
    public boolean consumesReceive() {
        return this == SEND || this == WRITE_IMM;
    }

    /** Returns whether the data comes to the side that posts. */
    public boolean fetches() {
        return this == READ || atomic();
    }
}
