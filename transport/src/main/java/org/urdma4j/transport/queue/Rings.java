package org.urdma4j.transport.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What the rings have in common: arithmetic, and how positions are reached. */
final class Rings {
    private Rings() {}

    /** Returns access to a position, a {@code long} of one side of a ring. */
    static VarHandle position(Class<?> side, String field) {
        try {
            return MethodHandles.privateLookupIn(side, MethodHandles.lookup())
                    .findVarHandle(side, field, long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Returns the smallest power of two that is at least {@code n} and at least 1. */
    static int powerOfTwo(int n) {
        return n <= 1 ? 1 : Integer.highestOneBit(n - 1) << 1;
    }
}
