package org.urdma4j.copy.serve;

/** Told of what a server does; by several threads, and must not wait. */
public interface ServeListener {
    /** Wants to know nothing. */
    ServeListener NONE = new ServeListener() {};

    /**
     * Somebody was refused, since there is no memory for another connection.
     *
     * @param why in a line
     */
    default void onRefused(String why) {}

    /** Somebody has connected. */
    default void onConnected(String peer) {}

    /**
     * A connection is over.
     *
     * @param files that came or went
     * @param bytes of their content that did
     * @param why in a line; null after an end in order
     */
    default void onEnded(String peer, long files, long bytes, String why) {}
}
