package org.urdma4j.transport.rdmacm;

import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

/** Refuses what librdmacm would refuse with EINVAL. */
final class Refused {
    private Refused() {}

    static void unless(boolean valid, String message) {
        if (!valid) {
            throw new VerbsException(Errno.EINVAL, message);
        }
    }
}
