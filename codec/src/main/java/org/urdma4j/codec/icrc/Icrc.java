package org.urdma4j.codec.icrc;

import org.urdma4j.codec.ib.Grh;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.net.Udp;

import java.nio.ByteBuffer;

/**
 * Computes the ICRC of packets whose network headers are in the buffer, and reads and writes it.
 *
 * <p>Lengths don't count the ICRC itself. Buffers are big-endian; their position and limit are the
 * same after a call, a mark may be lost. Nothing is allocated for direct buffers and for those with
 * an accessible array. Lengths that the buffer doesn't have, or that are too short for the headers,
 * throw {@link IndexOutOfBoundsException}: they are checked by {@link RoceFrame} or the caller. Not
 * thread-safe.
 */
public final class Icrc {
    /** Length in bytes. */
    public static final int LENGTH = RoceFrame.ICRC_LENGTH;

    private final MaskedHeaders masked = new MaskedHeaders();

    /**
     * Returns the ICRC at {@code at} as the other methods return it; the wire reverses its bytes.
     */
    public static int get(ByteBuffer b, int at) {
        return Integer.reverseBytes(b.getInt(at));
    }

    /** Writes an ICRC behind the last pad byte. */
    public static void put(ByteBuffer b, int at, int icrc) {
        b.putInt(at, Integer.reverseBytes(icrc));
    }

    /**
     * Returns the ICRC that a frame with {@link org.urdma4j.codec.net.FrameStatus#OK} must have.
     */
    public int over(RoceFrame frame) {
        ByteBuffer b = frame.buffer();
        int length = frame.networkLength() - LENGTH;
        return switch (frame.encapsulation()) {
            case ROCE_V1 -> overRoceV1(b, frame.networkOffset(), length);
            case ROCE_V2_IPV4 -> overIpv4(b, frame.networkOffset(), length);
            case ROCE_V2_IPV6 -> overIpv6(b, frame.networkOffset(), length);
        };
    }

    /**
     * Returns the ICRC of a RoCEv1 packet.
     *
     * @param grhOffset index of the GRH
     * @param length bytes from the GRH to the last pad byte
     */
    public int overRoceV1(ByteBuffer b, int grhOffset, int length) {
        masked.copyGrh(b, grhOffset);
        int headers = Grh.LENGTH;
        return masked.crc(0, MaskedHeaders.GRH_END, b, grhOffset + headers, length - headers);
    }

    /**
     * Returns the ICRC of a RoCEv2 packet under an IPv4 header without options.
     *
     * @param ipOffset index of the IPv4 header
     * @param length bytes from the IPv4 header to the last pad byte
     */
    public int overIpv4(ByteBuffer b, int ipOffset, int length) {
        masked.copyIpv4(b, ipOffset);
        int headers = Ipv4.LENGTH + Udp.LENGTH;
        return masked.crc(0, MaskedHeaders.IPV4_END, b, ipOffset + headers, length - headers);
    }

    /**
     * Returns the ICRC of a RoCEv2 packet under an IPv6 header without extension headers.
     *
     * @param ipOffset index of the IPv6 header
     * @param length bytes from the IPv6 header to the last pad byte
     */
    public int overIpv6(ByteBuffer b, int ipOffset, int length) {
        masked.copyIpv6(b, ipOffset);
        int headers = Ipv6.LENGTH + Udp.LENGTH;
        return masked.crc(0, MaskedHeaders.IPV6_END, b, ipOffset + headers, length - headers);
    }

    /**
     * Returns the CRC of the transport alone, which survives address translation. It is no standard
     * ICRC: both ends must agree on it.
     *
     * @param bthOffset index of the BTH
     * @param length bytes from the BTH to the last pad byte
     */
    public int transportOnly(ByteBuffer b, int bthOffset, int length) {
        return transportOnly(b, bthOffset, length, null);
    }

    /**
     * The same, where a part of the packet may be elsewhere.
     *
     * @param part within the packet, behind its BTH; null for none
     */
    public int transportOnly(ByteBuffer b, int bthOffset, int length, OutlyingPart part) {
        return masked.crc(MaskedHeaders.NETWORK, MaskedHeaders.NETWORK, b, bthOffset, length, part);
    }

    /** Returns the ICRC of a RoCEv2 frame's beginning, had it been sent with this length alone. */
    int overFirstSegment(RoceFrame frame, int transportLength) {
        ByteBuffer b = frame.buffer();
        int end;
        if (frame.encapsulation() == Encapsulation.ROCE_V2_IPV4) {
            masked.copyIpv4(b, frame.networkOffset());
            masked.setIpv4Lengths(transportLength);
            end = MaskedHeaders.IPV4_END;
        } else {
            masked.copyIpv6(b, frame.networkOffset());
            masked.setIpv6Lengths(transportLength);
            end = MaskedHeaders.IPV6_END;
        }
        return masked.crc(0, end, b, frame.transportOffset(), transportLength);
    }
}
