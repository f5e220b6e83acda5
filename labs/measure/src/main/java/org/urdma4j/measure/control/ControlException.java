package org.urdma4j.measure.control;

import java.io.IOException;

/** The other side can't be understood, refused, or is gone; the message is a line for people. */
public final class ControlException extends IOException {
    private static final long serialVersionUID = 1;

    public ControlException(String message) {
        super(message);
    }

    public ControlException(String message, Throwable cause) {
        super(message, cause);
    }
}
