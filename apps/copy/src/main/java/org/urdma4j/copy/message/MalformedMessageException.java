package org.urdma4j.copy.message;

import java.io.IOException;

/** Bytes of a peer that are no message. The connection they came by is of no more use. */
public final class MalformedMessageException extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * @param message says what is wrong, in a line
     */
    public MalformedMessageException(String message) {
        super(message);
    }
}
