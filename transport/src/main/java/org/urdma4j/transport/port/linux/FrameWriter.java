package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Writes frames to a {@link PacketSocket}, several a call (sendmmsg(2)), each gathered from its
 * headers and its payload. Not thread-safe; nothing is allocated in a write.
 */
public final class FrameWriter {
    private static final int PARTS = 2;
    private static final long VECTOR = 2 * Long.BYTES;
    private static final long VECTORS = PARTS * VECTOR;

    private final PacketSocket socket;
    private final int most;
    private final MemorySegment messages;
    private final MemorySegment vectors;
    private int count;
    private int sent;

    /**
     * Creates a writer.
     *
     * @param most frames that are held at a time
     */
    public FrameWriter(PacketSocket socket, int most) {
        this.socket = socket;
        this.most = most;
        messages = Arena.ofAuto().allocate(most * MessageHeader.LENGTH, Long.BYTES);
        vectors = Arena.ofAuto().allocate(most * VECTORS, Long.BYTES);
        for (int i = 0; i < most; i++) {
            MessageHeader.setVector(messages, i, vectors.address() + i * VECTORS, PARTS);
        }
    }

    public void clear() {
        count = 0;
        sent = 0;
    }

    /**
     * Adds a frame; its memory must stay as it is until it is sent.
     *
     * @param header address of its {@link VirtioHeader}, which the rest of the headers follow
     * @param payload address of what follows them
     */
    public void add(long header, int headerBytes, long payload, int payloadBytes) {
        if (count == most) {
            throw new IllegalStateException("no more than " + most + " frames at a time");
        }
        long at = count++ * VECTORS;
        vectors.set(JAVA_LONG, at, header);
        vectors.set(JAVA_LONG, at + Long.BYTES, headerBytes);
        vectors.set(JAVA_LONG, at + VECTOR, payload);
        vectors.set(JAVA_LONG, at + VECTOR + Long.BYTES, payloadBytes);
    }

    public boolean hasMore() {
        return sent < count;
    }

    /** Gives the kernel as many as it takes; returns their number, or minus errno for the first. */
    public int send() {
        int taken =
                socket.libc.sendmmsg(
                        socket.fd(),
                        sent == 0 ? messages : messages.asSlice(sent * MessageHeader.LENGTH),
                        count - sent,
                        NativeSocket.MSG_DONTWAIT);
        sent += Math.max(taken, 0);
        return taken;
    }
}
