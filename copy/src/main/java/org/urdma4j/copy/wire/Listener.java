package org.urdma4j.copy.wire;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ByteChannel;

/** Where clients connect. Closing it ends a call that waits. */
public interface Listener extends Closeable {
    /** A connection, and who it is from. */
    record Accepted(ByteChannel channel, String peer) {}

    /** Waits for a client. */
    Accepted accept() throws IOException;
}
