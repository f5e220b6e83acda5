package org.urdma4j.transport.cm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.EnumMap;
import java.util.Map;

/**
 * A value for each {@link CmCounter}. One thread writes; any thread may read and sees every value
 * whole, if not all of the same instant.
 */
// The ordinal is an index of an array that never leaves the process.
@SuppressWarnings("EnumOrdinal")
public final class CmCounters {
    private static final VarHandle VALUE = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] values = new long[CmCounter.values().length];

    CmCounters() {}

    void increment(CmCounter counter) {
        int index = counter.ordinal();
        VALUE.setOpaque(values, index, values[index] + 1);
    }

    public long get(CmCounter counter) {
        return (long) VALUE.getOpaque(values, counter.ordinal());
    }

    /** Returns every counter that is not zero. */
    public Map<CmCounter, Long> nonZero() {
        Map<CmCounter, Long> result = new EnumMap<>(CmCounter.class);
        for (CmCounter counter : CmCounter.values()) {
            if (get(counter) != 0) {
                result.put(counter, get(counter));
            }
        }
        return result;
    }

    @Override
    public String toString() {
        return nonZero().toString();
    }
}
