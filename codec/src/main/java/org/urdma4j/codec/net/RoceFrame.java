package org.urdma4j.codec.net;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Grh;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Finds the transport packet in a frame as a raw socket or a capture file has it. What follows the
 * packet in the frame, such as Ethernet padding, is ignored.
 *
 * <p>Positions are indices in the buffer, -1 for what isn't there. After {@link FrameStatus#OK} the
 * whole packet, ICRC included, is in the buffer; after any status but {@code NOT_ROCE} those
 * positions are known that could be found.
 *
 * <p>Reusable and not thread-safe; nothing is allocated outside {@link #toString()}.
 */
public final class RoceFrame {
    /** Length of the ICRC in bytes. */
    public static final int ICRC_LENGTH = 4;

    private static final int ABSENT = -1;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private ByteBuffer buffer = NOTHING;
    private int offset;
    private int end;
    private FrameStatus status = FrameStatus.NOT_ROCE;
    private Encapsulation encapsulation = Encapsulation.ROCE_V1;
    private int vlanId;
    private int networkOffset;
    private int networkLength;
    private int udpOffset;
    private int transportOffset;
    private int transportLength;

    /**
     * Puts the view over a frame.
     *
     * @param b a big-endian buffer; position and limit stay as they are
     * @param offset index of the frame's first byte
     * @param capturedLength bytes of the frame that are in the buffer
     * @param link what the frame begins with
     * @throws IndexOutOfBoundsException if the buffer's limit is before the end of these bytes
     */
    public FrameStatus wrap(ByteBuffer b, int offset, int capturedLength, LinkLayer link) {
        begin(b, offset, capturedLength);
        status = link.hasEtherType() ? afterLink(link) : ip(offset + link.headerLength());
        return status;
    }

    /**
     * Points at a frame of which somebody has read what stands before the network header, {@link
     * #vlanId} included, which is absent then.
     *
     * @param b a big-endian buffer; position and limit stay as they are
     * @param offset index of the frame's first byte
     * @param capturedLength bytes of the frame that are in the buffer
     * @param etherType of the network header
     * @param networkAt index of that header
     * @throws IndexOutOfBoundsException if the buffer's limit is before the end of these bytes
     */
    public FrameStatus wrap(
            ByteBuffer b, int offset, int capturedLength, int etherType, int networkAt) {
        begin(b, offset, capturedLength);
        status = network(etherType, networkAt);
        return status;
    }

    private void begin(ByteBuffer b, int offset, int capturedLength) {
        Objects.checkFromIndexSize(offset, capturedLength, b.limit());
        buffer = b;
        this.offset = offset;
        end = offset + capturedLength;
        vlanId = ABSENT;
        networkOffset = ABSENT;
        networkLength = 0;
        udpOffset = ABSENT;
        transportOffset = ABSENT;
        transportLength = 0;
    }

    private FrameStatus afterLink(LinkLayer link) {
        int at = offset + link.headerLength();
        if (at > end) {
            return FrameStatus.NOT_ROCE;
        }
        int etherType = buffer.getShort(offset + link.etherTypeOffset()) & 0xffff;
        while (EtherType.isTag(etherType) && has(at, Vlan.LENGTH)) {
            vlanId = Vlan.id(buffer, at);
            etherType = Vlan.etherType(buffer, at);
            at += Vlan.LENGTH;
        }
        return network(etherType, at);
    }

    private FrameStatus network(int etherType, int at) {
        return switch (etherType) {
            case EtherType.ROCE -> roceV1(at);
            case EtherType.IPV4, EtherType.IPV6 -> ip(at);
            default -> FrameStatus.NOT_ROCE;
        };
    }

    private FrameStatus roceV1(int at) {
        encapsulation = Encapsulation.ROCE_V1;
        networkOffset = at;
        if (!has(at, Grh.LENGTH)) {
            return FrameStatus.TRUNCATED;
        }
        if (Grh.version(buffer, at) != Grh.VERSION
                || Grh.nextHeader(buffer, at) != Grh.NEXT_HEADER_IBA) {
            return FrameStatus.NOT_ROCE;
        }
        networkLength = Grh.LENGTH + Grh.payloadLength(buffer, at);
        return transport(at + Grh.LENGTH);
    }

    private FrameStatus ip(int at) {
        if (!has(at, 1)) {
            return FrameStatus.NOT_ROCE;
        }
        networkOffset = at;
        return switch (Ipv4.version(buffer, at)) {
            case Ipv4.VERSION -> ipv4(at);
            case Ipv6.VERSION -> ipv6(at);
            default -> FrameStatus.NOT_ROCE;
        };
    }

    private FrameStatus ipv4(int at) {
        encapsulation = Encapsulation.ROCE_V2_IPV4;
        if (!has(at, Ipv4.LENGTH)
                || Ipv4.headerLength(buffer, at) < Ipv4.LENGTH
                || Ipv4.protocol(buffer, at) != Ipv4.PROTOCOL_UDP
                || Ipv4.fragmentOffset(buffer, at) != 0
                || !roceUdp(at + Ipv4.headerLength(buffer, at))) {
            return FrameStatus.NOT_ROCE;
        }
        networkLength = Ipv4.totalLength(buffer, at);
        if ((Ipv4.flags(buffer, at) & Ipv4.MORE_FRAGMENTS) != 0) {
            return FrameStatus.FRAGMENT;
        }
        return Ipv4.headerLength(buffer, at) == Ipv4.LENGTH ? udp() : FrameStatus.IP_OPTIONS;
    }

    private FrameStatus ipv6(int at) {
        encapsulation = Encapsulation.ROCE_V2_IPV6;
        if (!has(at, Ipv6.LENGTH)) {
            return FrameStatus.NOT_ROCE;
        }
        networkLength = Ipv6.LENGTH + Ipv6.payloadLength(buffer, at);
        int next = at + Ipv6.LENGTH;
        return switch (Ipv6.nextHeader(buffer, at)) {
            case Ipv4.PROTOCOL_UDP -> roceUdp(next) ? udp() : FrameStatus.NOT_ROCE;
            case Ipv6.NEXT_HEADER_FRAGMENT ->
                    has(next, Ipv6.FRAGMENT_HEADER_LENGTH)
                                    && Ipv6.startsFragmentedUdp(buffer, next)
                                    && roceUdp(next + Ipv6.FRAGMENT_HEADER_LENGTH)
                            ? FrameStatus.FRAGMENT
                            : FrameStatus.NOT_ROCE;
            default -> FrameStatus.NOT_ROCE;
        };
    }

    private boolean roceUdp(int at) {
        udpOffset = at;
        return has(at, Udp.LENGTH) && Udp.destinationPort(buffer, at) == Udp.ROCE_PORT;
    }

    private FrameStatus udp() {
        transportOffset = udpOffset + Udp.LENGTH;
        return Udp.length(buffer, udpOffset) == networkOffset + networkLength - udpOffset
                ? transport(transportOffset)
                : FrameStatus.LENGTH_MISMATCH;
    }

    private FrameStatus transport(int at) {
        transportOffset = at;
        transportLength = networkOffset + networkLength - ICRC_LENGTH - at;
        if (transportLength < Bth.LENGTH) {
            return FrameStatus.TOO_SHORT;
        }
        return has(networkOffset, networkLength) ? FrameStatus.OK : FrameStatus.TRUNCATED;
    }

    private boolean has(int at, int length) {
        return length <= end - at;
    }

    public ByteBuffer buffer() {
        return buffer;
    }

    /** Returns what {@link #wrap} said. */
    public FrameStatus status() {
        return status;
    }

    /** Returns what carries the packet; without meaning after {@code NOT_ROCE}. */
    public Encapsulation encapsulation() {
        return encapsulation;
    }

    /** Returns the number of the innermost VLAN, or -1. */
    public int vlanId() {
        return vlanId;
    }

    /** Returns how many bytes of the frame are in the buffer. */
    public int capturedLength() {
        return end - offset;
    }

    /** Returns where the GRH or IP header is, or -1. */
    public int networkOffset() {
        return networkOffset;
    }

    /**
     * Returns the bytes from the GRH or IP header to the end of the ICRC, as that header tells them
     * and not as they were captured.
     */
    public int networkLength() {
        return networkLength;
    }

    /** Returns where the UDP header is, or -1. */
    public int udpOffset() {
        return udpOffset;
    }

    /** Returns where the BTH is, or would be in a truncated frame, or -1. */
    public int transportOffset() {
        return transportOffset;
    }

    /** Returns the bytes from the BTH to the last pad byte. */
    public int transportLength() {
        return transportLength;
    }

    /** Returns where the ICRC is. */
    public int icrcOffset() {
        return transportOffset + transportLength;
    }

    /** Tells whether the whole BTH is in the buffer, even if what follows isn't. */
    public boolean hasBth() {
        return status != FrameStatus.NOT_ROCE
                && transportOffset != ABSENT
                && has(transportOffset, Bth.LENGTH);
    }

    /** Returns the headers below the transport in words. */
    @Override
    public String toString() {
        if (status == FrameStatus.NOT_ROCE) {
            return "NOT_ROCE";
        }
        var text = new StringBuilder();
        text.append(status).append(' ').append(encapsulation);
        if (vlanId != ABSENT) {
            text.append(" vlan=").append(vlanId);
        }
        if (transportOffset != ABSENT) {
            text.append(' ').append(network());
        }
        if (udpOffset != ABSENT) {
            text.append(' ').append(Udp.toString(buffer, udpOffset));
        }
        return text.append(" captured=").append(capturedLength()).toString();
    }

    private String network() {
        return switch (encapsulation) {
            case ROCE_V1 -> Grh.toString(buffer, networkOffset);
            case ROCE_V2_IPV4 -> Ipv4.toString(buffer, networkOffset);
            case ROCE_V2_IPV6 -> Ipv6.toString(buffer, networkOffset);
        };
    }
}
