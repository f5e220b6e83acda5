package org.urdma4j.measure.unseal;

import org.urdma4j.protection.key.Secret;

/**
 * What a direction of a connection is sealed with in a generation.
 *
 * @param secret its secret
 * @param epochBits packets of an epoch, as a power of two
 */
record ConnectionKeys(Secret secret, int epochBits) {
    /** Returns the epoch of a packet's number. */
    long epoch(long number) {
        return number >> epochBits;
    }
}
