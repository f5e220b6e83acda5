package org.urdma4j.tools.interop.play;

import org.urdma4j.verbs.QpType;

import java.io.IOException;
import java.util.function.IntUnaryOperator;

/**
 * One thing to agree on between two ends.
 *
 * @param name words with hyphens
 * @param about what it shows, in a few words
 * @param memory bytes that each end registers
 * @param packets request PSNs that the case uses at an MTU, the PSNs of READ responses among them;
 *     it starts half as many before the wrap. 0 if it can't be said
 */
record PlayedCase(
        String name, String about, QpType type, long memory, IntUnaryOperator packets, Body body) {
    static final long SMALL = 2 << 20;

    /** What to do. */
    @FunctionalInterface
    interface Body {
        void run(Exchange exchange) throws IOException;
    }

    /** A case of the reliable service with little memory. */
    static PlayedCase rc(String name, String about, IntUnaryOperator packets, Body body) {
        return new PlayedCase(name, about, QpType.RC, SMALL, packets, body);
    }
}
