package org.urdma4j.transport.seal;

/**
 * What a device's keys have been used for.
 *
 * @param suite the authenticated encryption
 * @param implementation what computes it, with its version
 * @param handshakeNs how long the slowest association took to come about
 * @param epochs the most keys that a connection has sealed by
 * @param generations the most handshakes that an association has had
 */
public record KeyFacts(
        String suite, String implementation, long handshakeNs, long epochs, int generations) {
    /** Returns those of two event loops of a device. */
    public KeyFacts and(KeyFacts other) {
        return new KeyFacts(
                suite,
                implementation,
                Math.max(handshakeNs, other.handshakeNs),
                Math.max(epochs, other.epochs),
                Math.max(generations, other.generations));
    }
}
