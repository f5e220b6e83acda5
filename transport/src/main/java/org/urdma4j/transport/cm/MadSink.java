package org.urdma4j.transport.cm;

import org.urdma4j.transport.wire.TransportAddress;

import java.nio.ByteBuffer;

/** Takes the datagrams that the connection manager sends. */
@FunctionalInterface
public interface MadSink {
    /**
     * Sends a datagram from queue pair 1 to queue pair 1 of {@code to}. It may be lost; nothing is
     * reported back.
     *
     * @param mad read-only, 256 bytes from index 0 on, not changed after the call
     */
    void send(TransportAddress to, ByteBuffer mad);

    /** As {@link #send}, for one of whom nothing is kept: others go first. */
    default void answer(TransportAddress to, ByteBuffer mad) {
        send(to, mad);
    }

    /** As {@link #answer}, but in the clear, where there are keys to seal it with. */
    default void sendClear(TransportAddress to, ByteBuffer mad) {
        send(to, mad);
    }

    /**
     * A peer of which nothing has been heard yet hasn't answered in time. Its host may have said
     * why, which {@link ConnectionManager#onRefused} is to be told.
     */
    default void unanswered(TransportAddress peer) {
        // not every network can say
    }
}
