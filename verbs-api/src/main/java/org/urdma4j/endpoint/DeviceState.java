package org.urdma4j.endpoint;

import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

/** Whether a call failed because the device is closed. */
final class DeviceState {
    private DeviceState() {}

    static boolean isOpen(Context context) {
        try {
            context.queryGidTable();
            return true;
        } catch (IllegalStateException _) {
            return false;
        }
    }

    /** Returns what to throw in place of what a closed device throws. */
    static VerbsException closed(IllegalStateException cause) {
        return new VerbsException(Errno.ENODEV, "the device is closed", cause);
    }
}
