package org.urdma4j.transport.queue;

/** Where those who take stand in a ring of completions; see {@link PostingSide}. */
abstract class TakingSide {
    /** The position that is taken next. */
    @SuppressWarnings("unused") // through VarHandles
    private volatile long head;

    /** What somebody who took has seen of the other side: at least that much was added. */
    @SuppressWarnings("unused") // through VarHandles
    private volatile long tailSeen;

    /** The rest of a cache line of 64 bytes. */
    @SuppressWarnings("unused")
    private long p1, p2, p3, p4, p5, p6, p7;
}
