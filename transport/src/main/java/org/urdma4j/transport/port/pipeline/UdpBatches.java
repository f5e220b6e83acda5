package org.urdma4j.transport.port.pipeline;

import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.wire.TransmitBatches;

/** The size of a batch that goes out in one send with UDP segmentation offload. */
public final class UdpBatches {
    /** UDP_MAX_SEGMENTS of every Linux that segments; newer ones take twice as many. */
    public static final int MAX_PACKETS = 64;

    /** The largest length that an IP packet can state. */
    private static final int MAX_IP_LENGTH = 0xffff;

    /** IPv6, which leaves less than IPv4, and UDP. */
    private static final int HEADERS = 40 + 8;

    /** Bytes of all packets together. */
    public static final int MAX_BYTES = MAX_IP_LENGTH - HEADERS;

    private UdpBatches() {}

    public static TransmitBatches create() {
        return new TransmitBatches(MAX_BYTES, MAX_PACKETS, PayloadMover.COPYING);
    }
}
