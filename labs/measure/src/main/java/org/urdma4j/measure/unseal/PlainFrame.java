package org.urdma4j.measure.unseal;

import org.urdma4j.codec.ib.Grh;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.net.Udp;

import java.nio.ByteBuffer;

/**
 * Another packet in the headers of a frame: lengths, checksums and ICRC are those of the packet. A
 * UDP checksum that was left out stays so. The frame is valid until the next one is made.
 */
final class PlainFrame {
    private final Icrc icrc = new Icrc();
    private ByteBuffer frame = ByteBuffer.allocate(1 << 12);

    /**
     * Makes the frame.
     *
     * @param headers the frame whose headers it gets, {@code OK}
     * @param transportOnly whether the ICRC leaves network headers out
     * @param packet where the packet is
     * @param length its bytes from BTH to pad
     * @return the frame from position 0 to the limit
     */
    ByteBuffer of(RoceFrame headers, boolean transportOnly, ByteBuffer packet, int at, int length) {
        int network = headers.networkOffset();
        int bth = headers.transportOffset();
        int end = bth + length + Icrc.LENGTH;
        if (end > frame.capacity()) {
            frame = ByteBuffer.allocate(end);
        }
        frame.clear().put(0, headers.buffer(), 0, bth).put(bth, packet, at, length).limit(end);
        int crc =
                switch (headers.encapsulation()) {
                    case ROCE_V1 -> {
                        Grh.setPayloadLength(frame, network, end - bth);
                        yield icrc.overRoceV1(frame, network, end - Icrc.LENGTH - network);
                    }
                    case ROCE_V2_IPV4 -> {
                        Ipv4.setTotalLength(frame, network, end - network);
                        Ipv4.setChecksum(frame, network);
                        Udp.setLength(frame, headers.udpOffset(), end - headers.udpOffset());
                        yield icrc.overIpv4(frame, network, end - Icrc.LENGTH - network);
                    }
                    case ROCE_V2_IPV6 -> {
                        int payload = end - network - Ipv6.LENGTH;
                        Ipv6.setPayloadLength(frame, network, payload);
                        Udp.setLength(frame, headers.udpOffset(), payload);
                        yield icrc.overIpv6(frame, network, end - Icrc.LENGTH - network);
                    }
                };
        Icrc.put(frame, bth + length, transportOnly ? icrc.transportOnly(frame, bth, length) : crc);
        setUdpChecksum(headers, network);
        return frame;
    }

    private void setUdpChecksum(RoceFrame headers, int network) {
        int udp = headers.udpOffset();
        if (udp < 0 || Udp.checksum(frame, udp) == Udp.NO_CHECKSUM) {
            return;
        }
        Udp.setChecksum(
                frame,
                udp,
                Ipv4.version(frame, network) == Ipv4.VERSION
                        ? Udp.checksumOverIpv4(frame, network, udp)
                        : Udp.checksumOverIpv6(frame, network, udp));
    }
}
