package org.urdma4j.copy.wire;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ByteChannel;

/** Where clients connect. Closing it ends a call that waits. */
public interface Listener extends Closeable {
    /**
     * A connection.
     *
     * @param peer who it is from
     * @param refusal why it isn't served, for the client; null if it is
     */
    record Accepted(ByteChannel channel, String peer, String refusal) {
        public Accepted(ByteChannel channel, String peer) {
            this(channel, peer, null);
        }
    }

    /** Waits for a client. */
    Accepted accept() throws IOException;
}
