package org.urdma4j.verbs.cm;

import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

/**
 * The peer's connection manager or program doesn't take a connection: {@link Errno#ECONNREFUSED},
 * with what it said. Without one, ECONNREFUSED means that nothing listens at the peer's UDP port.
 */
public final class ConnectionRejectedException extends VerbsException {
    private static final long serialVersionUID = 1;

    private final int reason;
    private final boolean protectionRequired;

    /** Creates one from a {@link CmEventType#REJECTED}. */
    public ConnectionRejectedException(CmEvent event) {
        super(Errno.ECONNREFUSED, event.describe());
        reason = event.status();
        protectionRequired = event.protectionRequired();
    }

    /**
     * Returns the reason that the peer gave, as {@link CmEvent#REJECTED_BY_PEER}; IBTA volume 1,
     * 12.6.7.2.
     */
    public int reason() {
        return reason;
    }

    /** Returns whether the peer takes no connection whose packets aren't sealed. */
    public boolean protectionRequired() {
        return protectionRequired;
    }
}
