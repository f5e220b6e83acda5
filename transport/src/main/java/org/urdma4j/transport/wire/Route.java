package org.urdma4j.transport.wire;

/** Where the packets of a queue pair go. Made by a network backend, opaque to the engine. */
public interface Route {
    /**
     * Returns whether a packet from {@code source} comes from this peer. Called for each packet
     * received.
     *
     * @param source what the backend passed with the packet
     */
    boolean isFrom(Object source);

    /**
     * Returns whether a packet from {@code source} comes from the very place that this route leads
     * to, UDP port included, where the network has any.
     *
     * @param source what the backend passed with the packet
     */
    default boolean isExactlyFrom(Object source) {
        return isFrom(source);
    }

    /**
     * Returns the identity of the host at the other end: routes to the same host have equal ones.
     */
    default Object peer() {
        return this;
    }

    /** Returns the peer's address as text, for people and files. */
    default String peerText() {
        String peer = peer().toString();
        return peer.substring(peer.indexOf('/') + 1); // one without a name begins with a slash
    }

    /**
     * Returns whether packets that go this way and the other may leave in one batch: both have the
     * same headers up to the BTH.
     */
    default boolean isSameWay(Route other) {
        return equals(other);
    }

    /**
     * Has routers told that congestion marks are heeded (ECT(0)), unless the packets of this way
     * say already what routers may do; on the event loop. Without effect where the backend has no
     * say in it.
     */
    default void allowMarks() {
        // nobody would mark
    }

    /**
     * Returns the UDP source port of packets on this way, 0 where there is none or it isn't known.
     */
    default int sourcePort() {
        return 0;
    }

    /**
     * Returns whether the link has been told to wait with what goes this way; asked before packets
     * are made, on the event loop. When it no longer waits, the backend says so to the shard.
     */
    default boolean isPaused() {
        return false;
    }
}
