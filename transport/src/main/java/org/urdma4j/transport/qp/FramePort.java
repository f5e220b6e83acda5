package org.urdma4j.transport.qp;

import org.urdma4j.transport.wire.Route;

import java.nio.ByteBuffer;

/** What RAW_PACKET queue pairs need of the network port. Confined to the event loop. */
public interface FramePort {
    /** Returns what stands for the link: all frames go the same way. */
    Route route();

    /** Returns the fewest bytes of a frame, those of its first header. */
    int shortest();

    /** Returns the most bytes of any frame. */
    int longest();

    /**
     * Returns the most bytes of a frame like this one: with a tag it may be longer.
     *
     * @param at index of the frame, of which the first {@link #shortest} bytes are there
     */
    int longest(ByteBuffer frame, int at);

    /**
     * Returns whether the link has been told to wait with frames of this one's priority.
     *
     * @param at index of the frame, of which the first {@code bytes} are there
     */
    boolean isPaused(ByteBuffer frame, int at, int bytes);
}
