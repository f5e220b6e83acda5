package org.urdma4j.forward.relay;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A stream of this machine: one thread reads and one writes, both wait; any may {@link #reset}. */
public interface LocalEnd {
    /** Reads what there is, at least one byte; -1 at the end. */
    int read(ByteBuffer dst) throws IOException;

    /** Writes some, at least one byte. */
    int write(ByteBuffer src) throws IOException;

    /** The peer reads to the end from now on. */
    void shutdownOutput() throws IOException;

    /** Ends it in order, once both directions have come to their end. */
    void close() throws IOException;

    /** Ends it so that the peer sees an error, where there is a way to say so. Again nothing. */
    void reset();
}
