package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Sends datagrams through UDP sockets, gathered from pieces of memory: one, or several of one
 * length, of which the last may be shorter, that the kernel cuts (UDP_SEGMENT, sendmsg(2)). Not
 * thread-safe; nothing is allocated in a send.
 */
public final class DatagramWriter {
    /** Pieces of one call, at most. */
    private static final int MOST = 256;

    private static final long VECTOR = 2 * Long.BYTES;

    private final Libc libc = new Libc();
    private final MemorySegment message;

    /** What the message points to: they must stay as long as it does. */
    private final MemorySegment vectors;

    private final MemorySegment control;
    private int count;
    private long end;

    public DatagramWriter() {
        message = Arena.ofAuto().allocate(MessageHeader.LENGTH, Long.BYTES);
        vectors = Arena.ofAuto().allocate(MOST * VECTOR, Long.BYTES);
        control = Arena.ofAuto().allocate(ControlMessages.LENGTH, Long.BYTES);
    }

    /** Forgets all pieces. */
    public void clear() {
        count = 0;
        end = 0;
    }

    /**
     * Adds a piece, 256 at most; one that follows the last in memory is joined to it.
     *
     * @param address of memory that stays until {@link #send} has returned
     */
    public void add(long address, long bytes) {
        if (count > 0 && address == end) {
            long at = (count - 1) * VECTOR + Long.BYTES;
            vectors.set(JAVA_LONG, at, vectors.get(JAVA_LONG, at) + bytes);
        } else {
            if (count == MOST) {
                throw new IllegalStateException("no more than " + MOST + " pieces at a time");
            }
            vectors.set(JAVA_LONG, count * VECTOR, address);
            vectors.set(JAVA_LONG, count * VECTOR + Long.BYTES, bytes);
            count++;
        }
        end = address + bytes;
    }

    /**
     * Sends all pieces; never blocks.
     *
     * @param fd of a UDP socket
     * @param to from {@link UdpSocket#address}
     * @param segment bytes of each datagram, 0 if it is one
     * @param first memory that pieces are in, which is kept from being closed meanwhile; NULL for
     *     none, as the next two
     * @return whether the kernel took it, which it does as a whole or not at all
     * @throws IllegalStateException if one of the three is closed
     */
    public boolean send(
            int fd,
            MemorySegment to,
            int segment,
            MemorySegment first,
            MemorySegment second,
            MemorySegment third) {
        MessageHeader.setName(message, 0, to.address(), (int) to.byteSize());
        MessageHeader.setVector(message, 0, vectors.address(), count);
        if (segment == 0) {
            MessageHeader.setControl(message, 0, 0, 0);
        } else {
            SegmentControl.write(control, segment);
            MessageHeader.setControl(message, 0, control.address(), ControlMessages.LENGTH);
        }
        return libc.sendmsg(fd, message, NativeSocket.MSG_DONTWAIT, first, second, third) >= 0;
    }
}
