package org.urdma4j.tools.demo;

/**
 * What one move of the file came to.
 *
 * @param packets sent by the sender, acknowledgements and retransmissions included
 * @param retransmitted of these
 */
record DemoResult(
        String path,
        String profile,
        long bytes,
        long timeNs,
        long packets,
        long retransmitted,
        long roundTripNs) {
    double goodputBitsPerSecond() {
        return bytes * 8e9 / timeNs;
    }
}
