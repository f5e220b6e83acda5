package org.urdma4j.tools.crypto;

import org.urdma4j.protection.aead.CipherTime;

import java.util.List;

/**
 * What came of the trials.
 *
 * @param rows a cipher of an implementation each
 * @param chosen name of the implementation that is taken for AES-256-GCM
 * @param why in words
 */
record CryptoReport(List<Row> rows, String chosen, String why) {
    /**
     * A cipher of an implementation.
     *
     * @param fault why it is refused, empty if it isn't
     * @param times nanoseconds of a packet by size, none if it is refused
     * @param garbage bytes that a packet leaves, of the same sizes
     */
    record Row(
            String cipher,
            String implementation,
            String fault,
            List<CipherTime> times,
            List<CipherTime> garbage) {}
}
