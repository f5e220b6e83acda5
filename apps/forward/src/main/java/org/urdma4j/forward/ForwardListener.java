package org.urdma4j.forward;

/** Who is told of streams. Any thread calls, several at a time; what is called must not wait. */
public interface ForwardListener {
    /** A stream is open at both ends. */
    void onOpened(String peer, String target);

    /**
     * A stream was asked for and isn't opened.
     *
     * @param target null if it isn't known
     * @param why in a line
     */
    void onRefused(String peer, String target, String why);

    /**
     * A stream has ended.
     *
     * @param sent bytes that went from here to the other end
     * @param received bytes that came from there
     * @param why it was reset, in a line; null if both directions came to their end
     */
    void onEnded(String peer, String target, long sent, long received, String why);

    /**
     * An exit listens for an entry.
     *
     * @param peer at the exit the entry's address, at the entry the exit's
     * @param address where it listens
     */
    default void onListening(String peer, String address) {}

    /**
     * It listens no more.
     *
     * @param why in a line; null if the entry has ended it
     */
    default void onListeningEnded(String peer, String address, String why) {}
}
