package org.urdma4j.endpoint;

import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmId;

/** That there is no memory left, or nothing of what a device has so many of. */
final class Shortage {
    private static final byte[] NOTHING = {};

    private Shortage() {}

    static boolean is(Throwable cause) {
        return cause instanceof OutOfMemoryError
                || (cause instanceof VerbsException e && e.errno() == Errno.ENOMEM);
    }

    /** Tells the peer of a request, if it is one and that is the cause. */
    static void refuse(CmId id, Throwable cause) {
        if (!is(cause)) {
            return;
        }
        try {
            id.reject(CmEvent.NO_RESOURCES, NOTHING);
        } catch (VerbsException | IllegalStateException _) {
            // nobody waits for an answer, or the identifier is closed
        }
    }
}
