package org.urdma4j.copy.pass;

import org.urdma4j.copy.message.Fault;

import java.io.IOException;
import java.util.Objects;

/** Why a copy can't go on; the message is a line for a user. */
public final class SessionException extends IOException {
    private static final long serialVersionUID = 1;

    private final Fault fault;

    /**
     * @param message says what is wrong and what to do, in a line
     */
    public SessionException(Fault fault, String message) {
        super(message);
        this.fault = Objects.requireNonNull(fault, "fault");
    }

    public Fault fault() {
        return fault;
    }
}
