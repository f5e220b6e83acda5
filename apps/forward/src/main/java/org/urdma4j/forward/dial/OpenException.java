package org.urdma4j.forward.dial;

import org.urdma4j.forward.message.OpenStatus;

import java.io.IOException;

/** A stream that isn't opened, and what its peer is told. */
public final class OpenException extends IOException {
    private static final long serialVersionUID = 1;

    private final OpenStatus status;

    public OpenException(OpenStatus status, String why) {
        super(why);
        this.status = status;
    }

    /** Returns what the peer is told. */
    public OpenStatus status() {
        return status;
    }
}
