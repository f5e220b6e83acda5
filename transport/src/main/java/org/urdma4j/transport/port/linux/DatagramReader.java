package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.urdma4j.transport.memory.PacketMemory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Reads datagrams from UDP sockets, several a call (recvmmsg(2)), into memory of its own. What the
 * kernel has joined (UDP_GRO) stays together: datagrams of one sender and length, of which the last
 * may be shorter. Not thread-safe; nothing is allocated in a read.
 */
public final class DatagramReader extends ReceivedDatagrams {
    /** Room for the longest. */
    private static final int SLOT_BYTES = 1 << 16;

    private static final long VECTOR = 2 * Long.BYTES;

    /** Room for a {@code struct sockaddr_in6}. */
    private static final long NAME = 32;

    /** Length of joined datagrams, and traffic class. */
    private static final long CONTROL = 2 * ControlMessages.LENGTH;

    private final Libc libc = new Libc();
    private final int slots;
    private final MemorySegment memory;
    private final ByteBuffer buffer;
    private final MemorySegment messages;
    private final MemorySegment names;
    private final MemorySegment controls;

    /** What the messages point to: it must stay as long as they do. */
    private final MemorySegment vectors;

    /**
     * Allocates the memory, 64 KiB for each slot.
     *
     * @param slots datagrams of one call, joined ones counted once; 1 to 1024
     */
    public DatagramReader(int slots) {
        this.slots = slots;
        buffer = PacketMemory.allocate(slots * SLOT_BYTES);
        memory = MemorySegment.ofBuffer(buffer);
        messages = Arena.ofAuto().allocate(slots * MessageHeader.LENGTH, Long.BYTES);
        names = Arena.ofAuto().allocate(slots * NAME, Long.BYTES);
        controls = Arena.ofAuto().allocate(slots * CONTROL, Long.BYTES);
        vectors = Arena.ofAuto().allocate(slots * VECTOR, Long.BYTES);
        for (int i = 0; i < slots; i++) {
            MessageHeader.setVector(messages, i, vectors.address() + i * VECTOR, 1);
            vectors.set(JAVA_LONG, i * VECTOR, memory.address() + offset(i));
            vectors.set(JAVA_LONG, i * VECTOR + Long.BYTES, SLOT_BYTES);
        }
    }

    /** Returns the most datagrams of one call; fewer mean that no more are there. */
    public int slots() {
        return slots;
    }

    /**
     * Reads what is there; returns the number of datagrams, or minus errno.
     *
     * @param fd of a UDP socket
     */
    public int read(int fd) {
        for (int i = 0; i < slots; i++) {
            MessageHeader.setName(messages, i, names.address() + i * NAME, (int) NAME);
            MessageHeader.setControl(messages, i, controls.address() + i * CONTROL, CONTROL);
        }
        return libc.recvmmsg(fd, messages, slots, NativeSocket.MSG_DONTWAIT);
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
        return i * SLOT_BYTES;
    }

    @Override
    public int length(int i) {
        return MessageHeader.length(messages, i);
    }

    @Override
    MemorySegment names() {
        return names;
    }

    @Override
    long nameAt(int i) {
        return i * NAME;
    }

    @Override
    int nameLength(int i) {
        return MessageHeader.nameLength(messages, i);
    }

    @Override
    MemorySegment controls() {
        return controls;
    }

    @Override
    long controlAt(int i) {
        return i * CONTROL;
    }

    @Override
    long controlLength(int i) {
        return MessageHeader.controlLength(messages, i);
    }
}
