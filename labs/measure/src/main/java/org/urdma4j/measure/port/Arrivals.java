package org.urdma4j.measure.port;

import org.urdma4j.protection.association.listener.TcpConnection;

/** Told who comes to a {@link ServerPort}; must not wait. */
public interface Arrivals {
    /** A control connection, which has sent something. On the event loop. */
    void control(TcpConnection connection);

    /**
     * Connections were closed because nobody here understands them, or they said nothing. Called
     * for the first, and not more often than once a second; on a thread of its own.
     *
     * @param peer the address of the last one
     * @param why a line for people about the last one
     * @param closed how many there have been in all
     */
    void turnedAway(String peer, String why, long closed);
}
