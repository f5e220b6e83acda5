package org.urdma4j.transport.cm;

import org.urdma4j.protection.admission.Quota;
import org.urdma4j.protection.admission.Shares;
import org.urdma4j.verbs.Gid;

import java.util.Optional;

/**
 * A service that is offered, and the requests for it that are unfinished: not decided, or accepted
 * and not yet established. Those of peers of whom it isn't known that they get answers have a
 * quarter of the backlog at most, 256, and make room for others.
 */
final class Listener {
    /** Half of them may be of one network, a quarter of one address. */
    private static final int MOST_DOUBTED = 256;

    private static final int DOUBTED_PART = 4;
    private final int backlog;
    private final Shares<Connection> doubted;
    private final Shares<Connection> proven;

    Listener(int backlog) {
        this.backlog = backlog;
        int few = Math.max(1, Math.min(backlog / DOUBTED_PART, MOST_DOUBTED));
        doubted = new Shares<>(Quota.of(few));
        int network = Math.max(1, backlog - backlog / 4);
        proven = new Shares<>(new Quota(backlog, network, Math.max(1, backlog / 2)));
    }

    private boolean isFull() {
        return doubted.size() + proven.size() >= backlog;
    }

    /** Whether one more may be taken in of whom nothing is known. */
    boolean hasRoomForDoubted(Gid from) {
        return !isFull() && doubted.hasRoom(from);
    }

    /** Whether one more of a peer that gets answers fits in now. */
    boolean hasRoom(Gid from) {
        return !isFull() && proven.hasRoom(from);
    }

    /** Returns the request that has to go for one more of a peer that gets answers. */
    Optional<Connection> displaced(Gid from, long nowNs) {
        return proven.hasRoom(from) && isFull() ? doubted.oldest() : proven.displaced(from, nowNs);
    }

    void add(Connection connection, long nowNs) {
        connection.listener = this;
        (connection.proven ? proven : doubted).add(connection.peer.gid(), connection, nowNs);
    }

    /** The peer has shown that it gets answers. */
    void prove(Connection connection, long nowNs) {
        if (doubted.remove(connection)) {
            proven.add(connection.peer.gid(), connection, nowNs);
        }
    }

    /** The request is finished, in whichever way. */
    static void release(Connection connection) {
        Listener listener = connection.listener;
        if (listener != null) {
            connection.listener = null;
            var _ = listener.doubted.remove(connection) || listener.proven.remove(connection);
        }
    }
}
