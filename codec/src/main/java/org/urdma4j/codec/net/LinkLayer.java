package org.urdma4j.codec.net;

import org.urdma4j.codec.pcap.LinkType;

import java.util.Optional;

/** What stands before the network header of a frame. */
public enum LinkLayer {
    /** An {@link Ethernet} header, with VLAN tags perhaps. */
    ETHERNET(Ethernet.LENGTH, Ethernet.ETHER_TYPE),

    /** Nothing: the version field tells IPv4 from IPv6. */
    RAW_IP(0, LinkLayer.NONE),

    /** Four bytes of address family, then as {@link #RAW_IP}. */
    LOOPBACK(4, LinkLayer.NONE),

    /** Linux "cooked" capture, as tcpdump takes it of all interfaces. */
    LINUX_SLL(16, 14),

    /** Linux "cooked" capture, version 2. */
    LINUX_SLL2(20, 0);

    private static final int NONE = -1;

    private final int headerLength;
    private final int etherTypeOffset;

    LinkLayer(int headerLength, int etherTypeOffset) {
        this.headerLength = headerLength;
        this.etherTypeOffset = etherTypeOffset;
    }

    /** Returns the link layer of a capture file's {@link LinkType}, if it is one of these. */
    public static Optional<LinkLayer> ofCapture(int linkType) {
        return switch (linkType) {
            case LinkType.ETHERNET -> Optional.of(ETHERNET);
            case LinkType.RAW,
                    LinkType.RAW_BSD,
                    LinkType.RAW_OPENBSD,
                    LinkType.IPV4,
                    LinkType.IPV6 ->
                    Optional.of(RAW_IP);
            case LinkType.NULL, LinkType.LOOP -> Optional.of(LOOPBACK);
            case LinkType.LINUX_SLL -> Optional.of(LINUX_SLL);
            case LinkType.LINUX_SLL2 -> Optional.of(LINUX_SLL2);
            default -> Optional.empty();
        };
    }

    /** Returns the bytes before the network header, VLAN tags not counted. */
    public int headerLength() {
        return headerLength;
    }

    /** Tells whether an {@link EtherType} says what follows. */
    public boolean hasEtherType() {
        return etherTypeOffset != NONE;
    }

    /** Returns where the EtherType stands, if there is one. */
    public int etherTypeOffset() {
        return etherTypeOffset;
    }
}
