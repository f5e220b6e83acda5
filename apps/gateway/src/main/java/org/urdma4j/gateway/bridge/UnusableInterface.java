package org.urdma4j.gateway.bridge;

import java.io.IOException;

/** An interface that can't be one side of a bridge, as it is set up now. */
public final class UnusableInterface extends IOException {
    private static final long serialVersionUID = 1;

    UnusableInterface(String message) {
        super(message);
    }
}
