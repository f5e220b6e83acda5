package org.urdma4j.protection.association.tls;

import org.urdma4j.protection.key.Secret;

/** Compares secrets by what follows from them. */
public final class SecretKeys {
    private SecretKeys() {}

    /** Returns the key of the first epoch, in hexadecimal. */
    public static String key(Secret secret) {
        return TlsEndTest.key(secret);
    }
}
