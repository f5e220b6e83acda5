package org.urdma4j.measure.unseal;

import org.urdma4j.protection.key.Secret;

/**
 * What a direction of a connection is sealed with in a generation.
 *
 * @param secret its secret
 * @param epochBits packets of an epoch, as a power of two
 */
record ConnectionKeys(Secret secret, int epochBits) {
    long epoch(long number) {
        return number >> epochBits;
    }
}
