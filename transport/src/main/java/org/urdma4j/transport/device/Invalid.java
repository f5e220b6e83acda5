package org.urdma4j.transport.device;

import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

/** Refuses what libibverbs would refuse with EINVAL. */
final class Invalid {
    private Invalid() {}

    /** Throws EINVAL with {@code message} unless {@code valid}. */
    static void unless(boolean valid, String message) {
        if (!valid) {
            throw new VerbsException(Errno.EINVAL, message);
        }
    }

    /** Throws EINVAL unless {@code min <= value <= max}. */
    static void unlessInRange(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new VerbsException(
                    Errno.EINVAL, "%s is %d, not %d to %d".formatted(name, value, min, max));
        }
    }
}
