package org.urdma4j.interop.play;

import java.io.IOException;
import java.util.function.IntUnaryOperator;

/**
 * One thing to agree on between two ends.
 *
 * @param name words with hyphens
 * @param about what it shows, in a few words
 * @param packets request PSNs that the case uses at an MTU, the PSNs of READ responses among them;
 *     it starts half as many before the wrap. 0 if it can't be said
 */
record PlayedCase(
        String name,
        String about,
        Options options,
        Scope scope,
        IntUnaryOperator packets,
        Body body) {
    /** What to do. */
    @FunctionalInterface
    interface Body {
        void run(Exchange exchange) throws IOException;
    }

    /** A case of the reliable service, played everywhere. */
    static PlayedCase rc(String name, String about, IntUnaryOperator packets, Body body) {
        return new PlayedCase(name, about, Options.RC, Scope.ALL, packets, body);
    }

    /** A case of the reliable service that ends with an error. */
    static PlayedCase failing(String name, String about, Body body) {
        return rc(name, about, _ -> 0, body);
    }

    PlayedCase with(Options value) {
        return new PlayedCase(name, about, value, scope, packets, body);
    }

    PlayedCase with(Scope value) {
        return new PlayedCase(name, about, options, value, packets, body);
    }
}
