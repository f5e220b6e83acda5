package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads datagrams from a {@link UdpSocket}, several a call (recvmmsg(2)), into memory of its own.
 * Not thread-safe; nothing is allocated in a read.
 */
public final class DatagramReader {
    /** Datagrams of one call. */
    public static final int SLOTS = 32;

    private static final long VECTOR = 2 * Long.BYTES;

    /** Room for a {@code struct sockaddr_in6}. */
    private static final long NAME = 32;

    private static final int PORT = 2;

    private final UdpSocket socket;
    private final int slotBytes;
    private final MemorySegment memory;
    private final ByteBuffer buffer;
    private final MemorySegment messages;
    private final MemorySegment names;

    /** What the messages point to: it must stay as long as they do. */
    private final MemorySegment vectors;

    /**
     * Allocates the memory.
     *
     * @param slotBytes of the longest datagram; of longer ones the rest is cut off
     */
    public DatagramReader(UdpSocket socket, int slotBytes) {
        this.socket = socket;
        this.slotBytes = slotBytes;
        memory = Arena.ofAuto().allocate((long) SLOTS * slotBytes, Long.BYTES);
        buffer = memory.asByteBuffer();
        messages = Arena.ofAuto().allocate(SLOTS * MessageHeader.LENGTH, Long.BYTES);
        names = Arena.ofAuto().allocate(SLOTS * NAME, Long.BYTES);
        vectors = Arena.ofAuto().allocate(SLOTS * VECTOR, Long.BYTES);
        for (int i = 0; i < SLOTS; i++) {
            MessageHeader.setVector(messages, i, vectors.address() + i * VECTOR, 1);
            vectors.set(JAVA_LONG, i * VECTOR, memory.address() + offset(i));
            vectors.set(JAVA_LONG, i * VECTOR + Long.BYTES, slotBytes);
        }
    }

    /** Reads what is there; returns the number of datagrams, or minus errno. */
    public int read() {
        for (int i = 0; i < SLOTS; i++) {
            MessageHeader.setName(messages, i, names.address() + i * NAME, (int) NAME);
        }
        return socket.libc.recvmmsg(socket.fd(), messages, SLOTS, NativeSocket.MSG_DONTWAIT);
    }

    /** Returns what holds all datagrams. */
    public MemorySegment memory() {
        return memory;
    }

    /** Returns the same memory, big-endian. */
    public ByteBuffer buffer() {
        return buffer;
    }

    /** Returns where datagram {@code i} begins. */
    public int offset(int i) {
        return i * slotBytes;
    }

    /** Returns the bytes of datagram {@code i}. */
    public int length(int i) {
        return MessageHeader.length(messages, i);
    }

    /** Returns whether datagram {@code i} came from an address of {@link UdpSocket#address}. */
    public boolean isFrom(int i, MemorySegment address) {
        long bytes = address.byteSize();
        return MessageHeader.nameLength(messages, i) == bytes
                && MemorySegment.mismatch(names, i * NAME, i * NAME + bytes, address, 0, bytes)
                        == -1;
    }

    /** Returns where datagram {@code i} came from; allocates. */
    public InetSocketAddress source(int i) {
        boolean ipv4 = MessageHeader.nameLength(messages, i) == NativeSocket.SOCKADDR_IN;
        byte[] bytes = new byte[ipv4 ? 4 : 16];
        MemorySegment.copy(names, JAVA_BYTE, i * NAME + (ipv4 ? 4 : 8), bytes, 0, bytes.length);
        int port = names.get(JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN), i * NAME + PORT);
        try {
            return new InetSocketAddress(InetAddress.getByAddress(bytes), port & 0xffff);
        } catch (UnknownHostException e) {
            throw new AssertionError("an address has 4 or 16 bytes", e);
        }
    }
}
