package org.urdma4j.transport.qp;

import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpState;

/** What a queue pair tells the device that owns it. Called by the event loop. */
public interface QpListener {
    /** The queue pair has moved to {@code state}, asked to or by itself. */
    void onState(QpState state);

    /** A request of this end has failed, which ends a reliable connection. */
    default void onRequestFailed() {
        // who made the connection may want to know
    }

    /**
     * The peer is somewhere else now, and packets go there.
     *
     * @param source what comes with its packets
     */
    default void onMoved(Object source) {
        // who made the connection may want to know
    }

    /**
     * The peer of a reliable connection doesn't answer any more, which ends it: retries are used
     * up, or it was silent for too long.
     */
    default void onPeerVanished() {
        onRequestFailed();
    }

    /** An asynchronous event of this queue pair. */
    void onEvent(EventType event);

    /** An exception that should never be has ended this queue pair, or came of ending it. */
    default void onDefect(Throwable cause) {}
}
