package org.urdma4j.bench;

import java.nio.ByteBuffer;

/** A frame of a {@link GatewayFrames}: addresses, and memory from the BTH on. */
final class GatewayFrame {
    final ByteBuffer buffer;
    int source;
    int destination;

    /** Copies of it that are no frames of their own. */
    int copies;

    /** Bytes from the BTH to the last pad byte. */
    int length;

    GatewayFrame(int capacity) {
        buffer = ByteBuffer.allocateDirect(capacity);
    }
}
