package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;

/**
 * Control message that has the bytes of each of several datagrams in one: UDP_SEGMENT when they are
 * sent, UDP_GRO when they were read.
 */
final class SegmentControl {
    private SegmentControl() {}

    static void write(MemorySegment control, int segment) {
        long at =
                ControlMessages.begin(
                        control, 0, UdpSocket.IPPROTO_UDP, UdpSocket.UDP_SEGMENT, Short.BYTES);
        control.set(JAVA_SHORT, at, (short) segment);
    }

    /**
     * Returns what the one behind {@code at} says that was read, 0 if there is none.
     *
     * @param bytes of control messages
     */
    static int read(MemorySegment controls, long at, long bytes) {
        long found =
                ControlMessages.find(controls, at, bytes, UdpSocket.IPPROTO_UDP, UdpSocket.UDP_GRO);
        return found == ControlMessages.NONE ? 0 : controls.get(JAVA_INT, found);
    }
}
