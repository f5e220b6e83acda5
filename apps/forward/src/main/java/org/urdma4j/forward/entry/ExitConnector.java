package org.urdma4j.forward.entry;

import org.urdma4j.channel.RdmaChannel;

import java.io.IOException;

/** Connects to the exit. Any thread may call, several at a time. */
@FunctionalInterface
public interface ExitConnector {
    /**
     * Returns a new blocking channel. May wait.
     *
     * @throws IOException with a line for the user
     */
    RdmaChannel connect() throws IOException;
}
