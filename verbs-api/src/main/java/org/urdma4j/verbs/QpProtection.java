package org.urdma4j.verbs;

/**
 * How the packets of a queue pair are sealed, at the time of asking.
 *
 * @param peerName who the peer's device has proved to be
 * @param suite the authenticated encryption, such as {@code AES-256-GCM}
 * @param implementation what computes it here, with its version
 * @param generation number of the handshake whose keys are in use, 0 to 255, which is followed by 0
 * @param epoch number of the key in use within that generation, from 0
 */
public record QpProtection(
        String peerName, String suite, String implementation, int generation, int epoch) {}
