package org.urdma4j.forward.exit;

import org.urdma4j.forward.message.OpenStatus;

import java.io.IOException;

/** A stream that isn't opened, and what its peer is told. */
final class OpenException extends IOException {
    private static final long serialVersionUID = 1;

    private final OpenStatus status;

    OpenException(OpenStatus status, String why) {
        super(why);
        this.status = status;
    }

    OpenStatus status() {
        return status;
    }
}
