package org.urdma4j.transport.seal;

import org.urdma4j.protection.key.Secret;

/** Is told the secrets of queue pairs, for captures to be read. Called by the event loop. */
@FunctionalInterface
public interface KeyRecorder {
    KeyRecorder NONE = (destQpn, generation, epochBits, secret) -> {};

    /**
     * A connection has keys one way.
     *
     * @param destQpn where the packets go that are sealed by them
     * @param generation number of it
     * @param epochBits packets of an epoch, as a power of two
     * @param secret that all of its keys follow from; not to be kept
     */
    void onKeys(int destQpn, int generation, int epochBits, Secret secret);
}
