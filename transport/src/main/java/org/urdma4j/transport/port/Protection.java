package org.urdma4j.transport.port;

import org.urdma4j.transport.seal.Keyring;

import java.util.List;

/**
 * Agrees with other devices on the keys that the packets of one port are sealed by. Called by who
 * opens and closes the port; what it has to say it says on the port's event loops.
 */
public interface Protection extends AutoCloseable {
    /**
     * Begins to, for a port that is about to open, with all of its event loops.
     *
     * @return what each of {@link NetworkPort#loops} seals by, in their order, to be filled on that
     *     loop. Peers' keys come to the first last, so that what it connects can be sealed by all
     * @throws org.urdma4j.verbs.VerbsException if it can't, which says why in one line
     */
    List<Keyring> open(NetworkPort port);

    /** Ends all that it has begun; the port is still open. Idempotent. */
    @Override
    void close();
}
