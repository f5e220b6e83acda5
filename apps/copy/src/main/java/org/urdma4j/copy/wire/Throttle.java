package org.urdma4j.copy.wire;

import java.io.IOException;

/** Told of bytes before they are sent and after they are received; may wait. */
@FunctionalInterface
public interface Throttle {
    /** Lets everything through at once. */
    Throttle NONE = bytes -> {};

    /**
     * Takes note of bytes.
     *
     * @throws IOException if it is interrupted
     */
    void moving(int bytes) throws IOException;

    /** Returns how many bytes at most are taken note of at a time. */
    default int piece() {
        return Integer.MAX_VALUE;
    }
}
