package org.urdma4j.transport.queue;

/** Where the event loop stands in a ring of completions; see {@link PostingSide}. */
abstract class AddingSide extends TakingSide {
    /** The position that is added to next. */
    @SuppressWarnings("unused") // through VarHandles
    private volatile long tail;

    /** What the event loop has seen of the other side: at least that much was taken. */
    long headSeen;

    /** The rest of a cache line of 64 bytes. */
    @SuppressWarnings("unused")
    private long p1, p2, p3, p4, p5, p6, p7;
}
