package org.urdma4j.transport.queue;

/** Arithmetic common to the rings. */
final class Rings {
    private Rings() {}

    /** Returns the smallest power of two that is at least {@code n} and at least 1. */
    static int powerOfTwo(int n) {
        return n <= 1 ? 1 : Integer.highestOneBit(n - 1) << 1;
    }
}
