package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import org.urdma4j.transport.memory.PacketMemory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads datagrams from UDP sockets, several a call (recvmmsg(2)), into memory of its own. What the
 * kernel has joined (UDP_GRO) stays together: datagrams of one sender and length, of which the last
 * may be shorter. Not thread-safe; nothing is allocated in a read.
 */
public final class DatagramReader {
    /** Room for the longest. */
    private static final int SLOT_BYTES = 1 << 16;

    private static final long VECTOR = 2 * Long.BYTES;

    /** Room for a {@code struct sockaddr_in6}. */
    private static final long NAME = 32;

    private static final int PORT = 2;
    private static final int SCOPE = 24;

    /** Length of joined datagrams, and traffic class. */
    private static final long CONTROL = 2 * ControlMessages.LENGTH;

    /** ECN, the lower bits of the traffic class, of what met a queue (RFC 3168). */
    private static final int CONGESTION_EXPERIENCED = 3;

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

    public MemorySegment memory() {
        return memory;
    }

    /** Returns the same memory, big-endian. */
    public ByteBuffer buffer() {
        return buffer;
    }

    /** Returns where datagram {@code i} begins. */
    public int offset(int i) {
        return i * SLOT_BYTES;
    }

    /** Returns the bytes of datagram {@code i}, of joined ones all together. */
    public int length(int i) {
        return MessageHeader.length(messages, i);
    }

    /** Returns the bytes of each of those that are joined; those of datagram {@code i} if none. */
    public int segment(int i) {
        int segment =
                SegmentControl.read(
                        controls, i * CONTROL, MessageHeader.controlLength(messages, i));
        return segment > 0 ? segment : length(i);
    }

    /**
     * Returns whether a queue marked datagram {@code i}, of joined ones all; false of a socket that
     * wasn't told to say so (IP_RECVTOS, IPV6_RECVTCLASS).
     */
    public boolean congestionExperienced(int i) {
        int trafficClass =
                TrafficClassControl.read(
                        controls, i * CONTROL, MessageHeader.controlLength(messages, i));
        return (trafficClass & CONGESTION_EXPERIENCED) == CONGESTION_EXPERIENCED;
    }

    /** Returns whether datagram {@code i} came from an address of {@link UdpSocket#address}. */
    public boolean isFrom(int i, MemorySegment address) {
        long bytes = address.byteSize();
        return MessageHeader.nameLength(messages, i) == bytes
                && MemorySegment.mismatch(names, i * NAME, i * NAME + bytes, address, 0, bytes)
                        == -1;
    }

    /** Returns a number that is the same for datagrams from the same place. */
    public int sourceHash(int i) {
        long at = i * NAME;
        int hash = names.get(JAVA_INT, at); // family and port
        for (long end = at + MessageHeader.nameLength(messages, i); (at += 4) < end; ) {
            hash = 31 * hash + names.get(JAVA_INT, at);
        }
        return hash;
    }

    /** Returns where datagram {@code i} came from, for {@link #isFrom}; allocates. */
    public MemorySegment name(int i) {
        int bytes = MessageHeader.nameLength(messages, i);
        MemorySegment name = Arena.ofAuto().allocate(bytes, Long.BYTES);
        return name.copyFrom(names.asSlice(i * NAME, bytes));
    }

    /** Returns where datagram {@code i} came from; allocates. */
    public InetSocketAddress source(int i) {
        boolean ipv4 = MessageHeader.nameLength(messages, i) == NativeSocket.SOCKADDR_IN;
        byte[] bytes = new byte[ipv4 ? 4 : 16];
        MemorySegment.copy(names, JAVA_BYTE, i * NAME + (ipv4 ? 4 : 8), bytes, 0, bytes.length);
        int port = names.get(JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN), i * NAME + PORT);
        int scope = ipv4 ? 0 : names.get(JAVA_INT, i * NAME + SCOPE);
        try {
            InetAddress address =
                    scope == 0
                            ? InetAddress.getByAddress(bytes)
                            : Inet6Address.getByAddress(null, bytes, scope);
            return new InetSocketAddress(address, port & 0xffff);
        } catch (UnknownHostException e) {
            throw new AssertionError("an address has 4 or 16 bytes", e);
        }
    }
}
