package org.urdma4j.simulation.queue;

/** The codepoints of the ECN field (RFC 3168, 9331). */
public final class Ecn {
    /** Marks wouldn't be heeded: congestion drops the packet. */
    public static final int NOT_ECT = 0;

    /** A mark is a signal of a scalable congestion control (L4S). */
    public static final int ECT_1 = 1;

    /** A mark stands for a loss. */
    public static final int ECT_0 = 2;

    /** Congestion experienced. */
    public static final int CE = 3;

    private Ecn() {}
}
