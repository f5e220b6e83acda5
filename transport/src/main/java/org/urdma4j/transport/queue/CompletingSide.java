package org.urdma4j.transport.queue;

/** Where the event loop stands in a work queue, on cache lines of its own. */
abstract class CompletingSide extends PostingSide {
    /** The oldest position that is not given back. */
    @SuppressWarnings("unused") // through VarHandles
    private volatile long head;

    /** The position after the last request whose completion was delivered. */
    @SuppressWarnings("unused") // through VarHandles
    private volatile long delivered;

    /** The rest of a cache line of 64 bytes. */
    @SuppressWarnings("unused")
    private long p1, p2, p3, p4, p5, p6, p7;
}
