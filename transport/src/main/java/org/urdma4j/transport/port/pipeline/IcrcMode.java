package org.urdma4j.transport.port.pipeline;

/** What the four bytes at the end of each packet protect. */
public enum IcrcMode {
    /**
     * The invariant CRC of IBTA volume 1 §7.8 and annex A17: the transport packet, addresses, ports
     * and the rest of the IP header that routers leave alone. What other implementations expect. It
     * doesn't survive address translation. Between devices with the same UDP port, that is: where
     * they have different ones, packets leave as with {@link #TRANSPORT_ONLY}. Both forms are
     * taken.
     */
    STANDARD,

    /** The transport packet alone. Survives address translation; only our own peers know it. */
    TRANSPORT_ONLY,

    /** Nothing: written as zero, not checked. Only UDP's own 16-bit checksum remains. */
    OFF
}
