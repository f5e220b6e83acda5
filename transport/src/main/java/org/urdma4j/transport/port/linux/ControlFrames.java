package org.urdma4j.transport.port.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** Sends single short frames through a {@link PacketSocket}, at once or never. Not thread-safe. */
public final class ControlFrames {
    private static final int MOST = 128;

    private final PacketSocket socket;
    private final MemorySegment memory =
            Arena.ofAuto().allocate(VirtioHeader.LENGTH + MOST, Long.BYTES);
    private final ByteBuffer buffer = memory.asByteBuffer();

    public ControlFrames(PacketSocket socket) {
        this.socket = socket;
        VirtioHeader.writeComplete(buffer, 0);
    }

    /**
     * Sends a frame.
     *
     * @param frame from index 0 to its capacity, 128 bytes at most
     * @return whether the kernel took it
     */
    public boolean send(ByteBuffer frame) {
        int length = frame.capacity();
        buffer.put(VirtioHeader.LENGTH, frame, 0, length);
        return socket.send(memory.asSlice(0, VirtioHeader.LENGTH + length));
    }
}
