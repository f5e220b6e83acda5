package org.urdma4j.tools.perftest;

import org.urdma4j.verbs.Mtu;

/**
 * What a measurement is.
 *
 * @param size bytes of a message
 * @param iterations messages
 * @param depth requests posted at a time
 * @param mtu the most for a packet; the peer may have less
 * @param patienceS seconds after which a silent peer is given up
 */
record PerftestSettings(
        PerftestOp op, int size, int iterations, int depth, Mtu mtu, int patienceS) {
    /** Small messages cycle through so many bytes at the peer's. */
    private static final int CYCLE = 4096;

    /** Bytes that a peer may reach. */
    long memory() {
        return Math.max(size, CYCLE);
    }
}
