package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Datagrams in the memory that the kernel has put them into, with what it says of each. What it has
 * joined (UDP_GRO) stays together: datagrams of one sender and length, of which the last may be
 * shorter. Not thread-safe.
 */
public abstract class ReceivedDatagrams {
    private static final int PORT = 2;
    private static final int SCOPE = 24;

    /** ECN, the lower bits of the traffic class, of what met a queue (RFC 3168). */
    private static final int CONGESTION_EXPERIENCED = 3;

    public abstract MemorySegment memory();

    /** Returns the same memory, big-endian. */
    public abstract ByteBuffer buffer();

    /** Returns where datagram {@code i} begins. */
    public abstract int offset(int i);

    /** Returns the bytes of datagram {@code i}, of joined ones all together. */
    public abstract int length(int i);

    /** Returns the memory with the senders' {@code struct sockaddr}. */
    abstract MemorySegment names();

    abstract long nameAt(int i);

    abstract int nameLength(int i);

    /** Returns the memory with the control messages. */
    abstract MemorySegment controls();

    abstract long controlAt(int i);

    abstract long controlLength(int i);

    /** Returns the bytes of each of those that are joined; those of datagram {@code i} if none. */
    public int segment(int i) {
        int segment = SegmentControl.read(controls(), controlAt(i), controlLength(i));
        return segment > 0 ? segment : length(i);
    }

    /**
     * Returns whether a queue marked datagram {@code i}, of joined ones all; false of a socket that
     * wasn't told to say so (IP_RECVTOS, IPV6_RECVTCLASS).
     */
    public boolean congestionExperienced(int i) {
        int trafficClass = TrafficClassControl.read(controls(), controlAt(i), controlLength(i));
        return (trafficClass & CONGESTION_EXPERIENCED) == CONGESTION_EXPERIENCED;
    }

    /** Returns whether datagram {@code i} came from an address of {@link UdpSocket#address}. */
    public boolean isFrom(int i, MemorySegment address) {
        long bytes = address.byteSize();
        return nameLength(i) == bytes
                && MemorySegment.mismatch(names(), nameAt(i), nameAt(i) + bytes, address, 0, bytes)
                        == -1;
    }

    /** Returns a number that is the same for datagrams from the same place. */
    public int sourceHash(int i) {
        long at = nameAt(i);
        int hash = names().get(JAVA_INT, at); // family and port
        for (long end = at + nameLength(i); (at += 4) < end; ) {
            hash = 31 * hash + names().get(JAVA_INT, at);
        }
        return hash;
    }

    /** Returns where datagram {@code i} came from, for {@link #isFrom}; allocates. */
    public MemorySegment name(int i) {
        int bytes = nameLength(i);
        MemorySegment name = Arena.ofAuto().allocate(bytes, Long.BYTES);
        return name.copyFrom(names().asSlice(nameAt(i), bytes));
    }

    /** Returns where datagram {@code i} came from; allocates. */
    public InetSocketAddress source(int i) {
        boolean ipv4 = nameLength(i) == NativeSocket.SOCKADDR_IN;
        byte[] bytes = new byte[ipv4 ? 4 : 16];
        MemorySegment.copy(names(), JAVA_BYTE, nameAt(i) + (ipv4 ? 4 : 8), bytes, 0, bytes.length);
        int port = names().get(JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN), nameAt(i) + PORT);
        int scope = ipv4 ? 0 : names().get(JAVA_INT, nameAt(i) + SCOPE);
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
