package org.urdma4j.gateway.tap;

import java.lang.foreign.MemorySegment;

/** One side of the path: frames with a virtio header, out of and into a network. Never blocks. */
public interface FramePort {
    /**
     * Reads one frame.
     *
     * @param room how many bytes fit at {@code at}
     * @return its length with the virtio header, or 0 when there is none now
     * @throws java.io.UncheckedIOException if there will never be one again
     */
    int read(MemorySegment memory, long at, int room);

    /**
     * Writes one frame that lies in two pieces.
     *
     * @param headBytes of {@code head} from its beginning; may be 0
     * @return whether it was taken
     */
    boolean write(
            MemorySegment head, int headBytes, MemorySegment body, long bodyAt, int bodyBytes);
}
