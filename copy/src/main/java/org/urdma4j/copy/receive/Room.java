package org.urdma4j.copy.receive;

import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.pass.SessionException;

/** Whether what is wanted has room, before it is sent. Not thread-safe. */
final class Room {
    private static final long MIB = 1L << 20;

    private final long free;
    private long claimed;

    /**
     * @param free bytes at the beginning of the pass
     */
    Room(long free) {
        this.free = free;
    }

    /**
     * Takes note of a file that is wanted.
     *
     * @param replaced bytes of what it takes the place of
     * @throws SessionException with NO_SPACE if there is no room for all
     */
    void claim(long bytes, long replaced) throws SessionException {
        claimed += Math.max(0, bytes - replaced);
        if (bytes > free || claimed > free) {
            throw new SessionException(
                    Fault.NO_SPACE,
                    "no space: at least %d MiB are needed at the target, %d MiB are free"
                            .formatted((Math.max(bytes, claimed) + MIB - 1) / MIB, free / MIB));
        }
    }
}
