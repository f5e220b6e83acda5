package org.urdma4j.protection.association.tls;

import java.io.IOException;

/** A TLS connection that failed; the message is one line for people, without secrets. */
public final class TlsFailure extends IOException {
    private static final long serialVersionUID = 1;

    TlsFailure(String message) {
        super(message);
    }
}
