package org.urdma4j.protection.association.message;

import java.io.IOException;

/** Bytes of a peer that are no message; the text is one line for people. */
public final class MalformedMessage extends IOException {
    private static final long serialVersionUID = 1;

    MalformedMessage(String what) {
        super("the peer sent " + what);
    }
}
