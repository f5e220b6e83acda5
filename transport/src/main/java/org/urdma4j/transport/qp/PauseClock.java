package org.urdma4j.transport.qp;

import org.urdma4j.transport.wire.Route;

/**
 * Since when a queue pair can't send because its way is paused: that time is not counted against
 * its peer. The pause may have begun at any time since the way was last seen open, and packets sent
 * then may have waited in the link for it to end; so all that time counts. Confined to the event
 * loop.
 */
final class PauseClock {
    private boolean held;
    private boolean seenOpen;
    private long openNs;

    void reset() {
        held = false;
        seenOpen = false;
    }

    /** Returns whether the way is paused now. */
    boolean isHeld(Route route, long nowNs) {
        if (route == null || !route.isPaused()) {
            return false;
        }
        if (!seenOpen) {
            seenOpen = true;
            openNs = nowNs;
        }
        held = true;
        return true;
    }

    /** Returns, when the way is open, whether it was paused the last time. */
    boolean ends() {
        return held;
    }

    /** Returns when the way was last seen open. */
    long openNs() {
        return openNs;
    }

    /** The way is open now. */
    void onOpen(long nowNs) {
        held = false;
        seenOpen = true;
        openNs = nowNs;
    }
}
