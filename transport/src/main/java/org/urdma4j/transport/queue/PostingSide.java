package org.urdma4j.transport.queue;

/**
 * Where threads of the application stand in a work queue. It lies on cache lines of its own: were
 * it beside what the event loop writes, each of the two would wait for the other's processor to
 * give up the line, at every request.
 */
abstract class PostingSide {
    /** The position that is posted to next. */
    @SuppressWarnings("unused") // through VarHandles
    private volatile long tail;

    /** Everything before this position has been polled, or was free before that. */
    @SuppressWarnings("unused") // through VarHandles
    private volatile long polled;

    /** The rest of a cache line of 64 bytes; a JVM doesn't mix fields of sub- and superclass. */
    @SuppressWarnings("unused")
    private long p1, p2, p3, p4, p5, p6, p7;
}
