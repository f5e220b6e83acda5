package org.urdma4j.interop.play;

import org.urdma4j.verbs.QpType;

/**
 * What the two queue pairs of a case are.
 *
 * @param memory bytes that each end registers
 * @param rnrRetry as in libibverbs, 7 for ever
 */
record Options(QpType type, long memory, int rnrRetry) {
    static final long SMALL = 2 << 20;
    private static final int FOR_EVER = 7;

    /** The reliable service with little memory. */
    static final Options RC = of(QpType.RC);

    static Options of(QpType type) {
        return new Options(type, SMALL, FOR_EVER);
    }

    Options withMemory(long value) {
        return new Options(type, value, rnrRetry);
    }

    Options withRnrRetry(int value) {
        return new Options(type, memory, value);
    }
}
