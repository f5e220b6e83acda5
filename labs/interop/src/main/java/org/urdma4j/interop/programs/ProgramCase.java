package org.urdma4j.interop.programs;

import java.io.IOException;

/**
 * Two programs that must come to an end together.
 *
 * @param name words with hyphens
 * @param about what it is
 * @param role who is the client
 * @param ip version of IP
 */
record ProgramCase(String name, String about, String role, String ip, Body body) {
    /** What to run. */
    @FunctionalInterface
    interface Body {
        /** Runs both programs; returns the figures. Throws if one fails. */
        String run(ProgramNet net) throws IOException, InterruptedException;
    }
}
