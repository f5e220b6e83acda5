package org.urdma4j.copy.serve;

import org.urdma4j.copy.wire.MessageStream;

/**
 * Whether a client does anything, as somebody sees who looks now and then. A session that works on
 * the disk isn't waiting for its client. For one thread.
 */
final class Activity {
    private final MessageStream stream;
    private long moved = -1;
    private long sinceNs;

    Activity(MessageStream stream) {
        this.stream = stream;
    }

    /** Returns for how long nothing has moved. */
    long idleNs(long nowNs) {
        long now = stream.moved();
        if (now != moved || !stream.isWaiting()) {
            moved = now;
            sinceNs = nowNs;
        }
        return nowNs - sinceNs;
    }
}
