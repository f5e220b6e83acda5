package org.urdma4j.protection.association.net;

import java.io.IOException;

/** Why there is no association; the message is one line for people, without secrets. */
public final class AssociationException extends IOException {
    private static final long serialVersionUID = 1;

    AssociationException(String message) {
        super(message);
    }
}
