package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.urdma4j.transport.memory.PacketMemory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Buffers that io_uring puts datagrams into, each with what {@code struct io_uring_recvmsg_out}
 * says of it (io_uring_prep_recvmsg_multishot(3)). Not thread-safe.
 */
public final class RingBuffers extends ReceivedDatagrams {
    /** The longest that UDP has, or the kernel joins. */
    private static final int LARGEST = 1 << 16;

    // struct io_uring_recvmsg_out: four lengths, then room for name and control messages
    private static final int NAME_LENGTH = 0;
    private static final int CONTROL_LENGTH = 4;
    private static final int PAYLOAD_LENGTH = 8;
    private static final int NAME = 16;

    /** Room for a {@code struct sockaddr_in6}. */
    private static final int NAME_BYTES = 32;

    private static final int CONTROL = NAME + NAME_BYTES;

    /** Room for length of joined datagrams and traffic class; the payload begins on a line. */
    private static final int CONTROL_BYTES = 80;

    private static final int PAYLOAD = CONTROL + CONTROL_BYTES;

    /** Bytes of one. */
    public static final int BYTES = PAYLOAD + LARGEST;

    private final int count;
    private final ByteBuffer buffer;
    private final MemorySegment memory;
    private final MemorySegment header = Arena.ofAuto().allocate(MessageHeader.LENGTH, Long.BYTES);

    /**
     * Allocates them.
     *
     * @param count 1 to 1024
     */
    public RingBuffers(int count) {
        this.count = count;
        buffer = PacketMemory.allocate(count * BYTES);
        memory = MemorySegment.ofBuffer(buffer);
        MessageHeader.setName(header, 0, 0, NAME_BYTES);
        MessageHeader.setControl(header, 0, 0, CONTROL_BYTES);
    }

    public int count() {
        return count;
    }

    /** Returns where {@code struct msghdr} is, which says how much room is for what. */
    public long headerAddress() {
        return header.address();
    }

    /** Returns where buffer {@code i} is. */
    public long address(int i) {
        return memory.address() + at(i);
    }

    private static int at(int i) {
        return i * BYTES;
    }

    @Override
    public MemorySegment memory() {
        return memory;
    }

    @Override
    public ByteBuffer buffer() {
        return buffer;
    }

    @Override
    public int offset(int i) {
        return at(i) + PAYLOAD;
    }

    @Override
    public int length(int i) {
        return memory.get(JAVA_INT, at(i) + PAYLOAD_LENGTH);
    }

    @Override
    MemorySegment names() {
        return memory;
    }

    @Override
    long nameAt(int i) {
        return (long) at(i) + NAME;
    }

    @Override
    int nameLength(int i) {
        return memory.get(JAVA_INT, at(i) + NAME_LENGTH);
    }

    @Override
    MemorySegment controls() {
        return memory;
    }

    @Override
    long controlAt(int i) {
        return (long) at(i) + CONTROL;
    }

    @Override
    long controlLength(int i) {
        return memory.get(JAVA_INT, at(i) + CONTROL_LENGTH);
    }
}
