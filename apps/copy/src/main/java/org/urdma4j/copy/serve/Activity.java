package org.urdma4j.copy.serve;

import org.urdma4j.copy.wire.MessageStream;

/**
 * Whether a client does anything, as somebody sees who looks now and then. A session that works on
 * the disk isn't waiting for its client. One thread looks; any may ask.
 */
final class Activity {
    private final MessageStream stream;
    private long moved = -1;
    private long worked = -1;
    private long movedNs;
    private long workedNs;
    private volatile long idleNs;
    private volatile long restingNs;

    Activity(MessageStream stream) {
        this.stream = stream;
    }

    void look(long nowNs) {
        boolean busy = !stream.isWaiting();
        long movedNow = stream.moved();
        if (busy || movedNow != moved) {
            moved = movedNow;
            movedNs = nowNs;
        }
        long workedNow = stream.worked();
        if (busy || workedNow != worked) {
            worked = workedNow;
            workedNs = nowNs;
        }
        idleNs = nowNs - movedNs;
        restingNs = nowNs - workedNs;
    }

    /** Returns for how long nothing had moved when it was last looked at. */
    long idleNs() {
        return idleNs;
    }

    /** Returns for how long nothing had moved then but signs of life. */
    long restingNs() {
        return restingNs;
    }
}
