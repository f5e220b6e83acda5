package org.urdma4j.measure.spec;

/** What makes the connections of queue pairs. */
public enum Control implements Labelled {
    /** InfiniBand's connection manager, over RDMA's own UDP port. */
    CM,
    /** The bench's own control connection, over TCP. */
    TCP;
}
