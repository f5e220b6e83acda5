package org.urdma4j.protection.credentials;

import java.io.IOException;

/** Credentials that can't be used; the message is one line for people, without secrets. */
public final class CredentialsException extends IOException {
    private static final long serialVersionUID = 1;

    CredentialsException(String message) {
        super(message);
    }
}
