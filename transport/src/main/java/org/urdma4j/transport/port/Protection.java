package org.urdma4j.transport.port;

import org.urdma4j.transport.seal.Keyring;

/**
 * Agrees with other devices on the keys that the packets of one port are sealed by. Called by who
 * opens and closes the port; what it has to say it says on the port's event loop.
 */
public interface Protection extends AutoCloseable {
    /**
     * Begins to, for a port that is about to open.
     *
     * @return what the port seals by, to be filled on its event loop
     * @throws org.urdma4j.verbs.VerbsException if it can't, which says why in one line
     */
    Keyring open(NetworkPort port);

    /** Ends all that it has begun; the port is still open. Idempotent. */
    @Override
    void close();
}
