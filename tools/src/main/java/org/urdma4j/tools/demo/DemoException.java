package org.urdma4j.tools.demo;

import java.io.IOException;

/** The demo can't go on; the message is for the user. */
final class DemoException extends IOException {
    private static final long serialVersionUID = 1L;

    DemoException(String message) {
        super(message);
    }
}
