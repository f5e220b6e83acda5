package org.urdma4j.transport.port.frame;

import io.netty.buffer.ByteBuf;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Frames on their way to the link, each with headers of its own and a payload that lies in the
 * batch. Headers grow towards the front, one handler after the other. Used again once it is
 * written; confined to the event loop.
 */
public final class OutboundFrames implements LinkFrames {
    /** Where a frame's network header is in its slot. */
    private static final int NETWORK = 32;

    private static final int SLOT = 128;

    private final MemorySegment memory;
    private final ByteBuffer headers;
    private final int[] starts;
    private final int[] ends;
    private final int[] payloadOffsets;
    private final int[] payloadLengths;
    private MemorySegment payload;
    private FrameRoute route;
    private int segment;
    private int count;

    /**
     * Makes room.
     *
     * @param most frames at a time
     */
    public OutboundFrames(int most) {
        memory = Arena.ofAuto().allocate((long) most * SLOT, Long.BYTES);
        headers = memory.asByteBuffer();
        starts = new int[most];
        ends = new int[most];
        payloadOffsets = new int[most];
        payloadLengths = new int[most];
    }

    /**
     * Empties it.
     *
     * @param payloads holds the payloads of the frames that follow
     * @param segmentBytes payload of each datagram once the one frame is cut, 0 if none is cut
     */
    void begin(FrameRoute to, MemorySegment payloads, int segmentBytes) {
        route = to;
        payload = payloads;
        segment = segmentBytes;
        count = 0;
    }

    /** Adds a frame and returns where its network header goes in {@link #headers}. */
    int add(int headerBytes, int payloadOffset, int payloadBytes) {
        int at = count * SLOT + NETWORK;
        starts[count] = at;
        ends[count] = at + headerBytes;
        payloadOffsets[count] = payloadOffset;
        payloadLengths[count] = payloadBytes;
        count++;
        return at;
    }

    /** Puts a header in front of those of frame {@code i}; returns where it goes. */
    public int prepend(int i, int bytes) {
        starts[i] -= bytes;
        return starts[i];
    }

    public ByteBuffer headers() {
        return headers;
    }

    public FrameRoute route() {
        return route;
    }

    /** Returns the UDP payload of each datagram once the frame is cut, 0 if none is. */
    public int segment() {
        return segment;
    }

    @Override
    public int count() {
        return count;
    }

    /** Returns the bytes of frame {@code i} before its network header, all of them headers. */
    public int linkBytes(int i) {
        return i * SLOT + NETWORK - starts[i];
    }

    @Override
    public long headerAddress(int i) {
        return memory.address() + starts[i];
    }

    @Override
    public int headerLength(int i) {
        return ends[i] - starts[i];
    }

    /** Returns the index of the headers of frame {@code i} in {@link #headers}. */
    int headerOffset(int i) {
        return starts[i];
    }

    @Override
    public long payloadAddress(int i) {
        return payload.address() + payloadOffsets[i];
    }

    @Override
    public int payloadLength(int i) {
        return payloadLengths[i];
    }

    /** Appends the payload of frame {@code i}. */
    void copyPayload(int i, ByteBuf to) {
        to.writeBytes(payload.asSlice(payloadOffsets[i], payloadLengths[i]).asByteBuffer());
    }

    /** Returns where in the batch the payload of frame {@code i} is. */
    int payloadOffset(int i) {
        return payloadOffsets[i];
    }
}
