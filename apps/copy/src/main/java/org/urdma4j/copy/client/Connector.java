package org.urdma4j.copy.client;

import java.io.IOException;
import java.nio.channels.ByteChannel;

/** Connects to a server. */
@FunctionalInterface
public interface Connector {
    /**
     * Returns a new connection.
     *
     * @throws IOException with a line for the user
     */
    ByteChannel connect() throws IOException;
}
