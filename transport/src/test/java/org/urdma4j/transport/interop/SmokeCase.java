package org.urdma4j.transport.interop;

import java.io.IOException;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/**
 * One thing to agree on.
 *
 * @param memory bytes that each end registers
 * @param packets request PSNs that the case uses at an MTU, the PSNs of READ responses among them;
 *     it starts half as many before the wrap. 0 if it can't be said
 */
record SmokeCase(String name, long memory, IntUnaryOperator packets, Body body) {
    static final long SMALL = 2 << 20;

    /** What to do. */
    @FunctionalInterface
    interface Body {
        void run(Exchange exchange) throws IOException;
    }

    /** Cases for a link that loses nothing. */
    static List<SmokeCase> clean() {
        return Stream.of(
                        MessageCases.all(),
                        ReadCases.all(),
                        AtomicCases.all(),
                        TroubleCases.all(),
                        StreamCases.clean())
                .flatMap(List::stream)
                .toList();
    }

    /** Cases that go on long enough to lose something. */
    static List<SmokeCase> lossy() {
        return StreamCases.lossy();
    }
}
