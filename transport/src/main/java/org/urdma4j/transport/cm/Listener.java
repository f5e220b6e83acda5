package org.urdma4j.transport.cm;

/** A service that is offered, and how many requests for it are unfinished. */
final class Listener {
    private final int backlog;
    private int pending;

    Listener(int backlog) {
        this.backlog = backlog;
    }

    boolean isFull() {
        return pending >= backlog;
    }

    void add(Connection connection) {
        connection.listener = this;
        pending++;
    }

    /** The request is finished, in whichever way. */
    static void release(Connection connection) {
        if (connection.listener != null) {
            connection.listener.pending--;
            connection.listener = null;
        }
    }
}
