package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;

/**
 * Control message of 64-bit Linux (cmsg(3)) that has the bytes of each of several datagrams in one:
 * UDP_SEGMENT when they are sent, UDP_GRO when they were read.
 */
final class SegmentControl {
    /** Room for one, in bytes. */
    static final long LENGTH = 24;

    // struct cmsghdr, then the length of each datagram
    private static final long LEVEL = 8;
    private static final long TYPE = 12;
    private static final long SEGMENT = 16;

    private SegmentControl() {}

    static void write(MemorySegment control, int segment) {
        control.set(JAVA_LONG, 0, SEGMENT + Short.BYTES);
        control.set(JAVA_INT, LEVEL, UdpSocket.IPPROTO_UDP);
        control.set(JAVA_INT, TYPE, UdpSocket.UDP_SEGMENT);
        control.set(JAVA_SHORT, SEGMENT, (short) segment);
    }

    /**
     * Returns what the one at {@code at} says that was read, 0 if there is none.
     *
     * @param bytes of control messages
     */
    static int read(MemorySegment controls, long at, long bytes) {
        boolean told =
                bytes > SEGMENT
                        && controls.get(JAVA_INT, at + LEVEL) == UdpSocket.IPPROTO_UDP
                        && controls.get(JAVA_INT, at + TYPE) == UdpSocket.UDP_GRO;
        return told ? controls.get(JAVA_INT, at + SEGMENT) : 0;
    }
}
