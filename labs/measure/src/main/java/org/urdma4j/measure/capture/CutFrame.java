package org.urdma4j.measure.capture;

import org.urdma4j.codec.ib.Grh;
import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.MacControl;
import org.urdma4j.codec.net.Pfc;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.codec.net.Vlan;
import org.urdma4j.codec.pcap.CaptureRecord;

import java.nio.ByteBuffer;

/**
 * A frame of which the capture has too little to say which flow it is of, or that it is of none.
 *
 * @param source who may have sent it; null where the capture doesn't say
 * @param destination whom it may be for; null with {@code source}
 * @param pause whether it may be a PAUSE or PFC frame, and no packet of RoCE
 */
public record CutFrame(HostAddress source, HostAddress destination, boolean pause) {
    private static final CutFrame ANYTHING = new CutFrame(null, null, false);
    private static final CutFrame PAUSE = new CutFrame(null, null, true);
    private static final int PROTOCOL = 9;
    private static final int NEXT_HEADER = 6;
    private static final int FLAGS = 6;

    /**
     * Judges a frame that {@link RoceFrame} didn't find a BTH in.
     *
     * @param link what it begins with
     * @return null if its bytes show that it isn't RoCE, PAUSE or PFC, or isn't allowed
     */
    static CutFrame of(CaptureRecord record, LinkLayer link, RoceFrame frame) {
        if (frame.status() == FrameStatus.TRUNCATED) {
            boolean addressed =
                    frame.capturedLength() - frame.networkOffset() >= Grh.LENGTH
                            || frame.udpOffset() >= 0;
            return addressed
                    ? new CutFrame(HostAddress.source(frame), HostAddress.destination(frame), false)
                    : ANYTHING;
        }
        return frame.status() == FrameStatus.NOT_ROCE
                ? new Walk(record.bytes(), record.capturedLength()).link(link)
                : null;
    }

    /** From header to header, as far as there are any. */
    private record Walk(ByteBuffer b, int length) {
        CutFrame link(LinkLayer link) {
            int at = link.headerLength();
            if (length < at) {
                return ANYTHING;
            }
            if (!link.hasEtherType()) {
                return ip(at);
            }
            int type = b.getShort(link.etherTypeOffset()) & 0xffff;
            if (type == EtherType.MAC_CONTROL) {
                return link == LinkLayer.ETHERNET ? macControl(at) : null;
            }
            while (EtherType.isTag(type)) {
                if (!has(at, Vlan.LENGTH)) {
                    return ANYTHING;
                }
                type = Vlan.etherType(b, at);
                at += Vlan.LENGTH;
            }
            return switch (type) {
                case EtherType.IPV4, EtherType.IPV6 -> ip(at);
                default -> null;
            };
        }

        private CutFrame macControl(int at) {
            if (!has(at, MacControl.LENGTH)) {
                return PAUSE;
            }
            return switch (MacControl.opcode(b, at)) {
                case MacControl.PAUSE -> has(at, MacControl.LENGTH + Short.BYTES) ? null : PAUSE;
                case MacControl.PFC -> has(at, Pfc.LENGTH) ? null : PAUSE;
                default -> null;
            };
        }

        private CutFrame ip(int at) {
            if (!has(at, 1)) {
                return ANYTHING;
            }
            return switch (Ipv4.version(b, at)) {
                case Ipv4.VERSION -> ipv4(at);
                case Ipv6.VERSION -> ipv6(at);
                default -> null;
            };
        }

        private CutFrame ipv4(int at) {
            int header = Ipv4.headerLength(b, at);
            boolean other =
                    header < Ipv4.LENGTH
                            || (has(at, Integer.BYTES) && has(at, Ipv4.totalLength(b, at)))
                            || (has(at, FLAGS + Short.BYTES) && Ipv4.fragmentOffset(b, at) != 0)
                            || (has(at, PROTOCOL + 1) && Ipv4.protocol(b, at) != Ipv4.PROTOCOL_UDP);
            return other ? null : udp(at + header, addresses(at, Ipv4.LENGTH, true));
        }

        private CutFrame ipv6(int at) {
            int next = at + Ipv6.LENGTH;
            CutFrame cut = addresses(at, Ipv6.LENGTH, false);
            if (!has(at, NEXT_HEADER + 1)) {
                return cut;
            }
            if (has(at, Ipv6.LENGTH + Ipv6.payloadLength(b, at))) {
                return null;
            }
            return switch (Ipv6.nextHeader(b, at)) {
                case Ipv4.PROTOCOL_UDP -> udp(next, cut);
                case Ipv6.NEXT_HEADER_FRAGMENT -> fragment(next, cut);
                default -> null;
            };
        }

        private CutFrame fragment(int at, CutFrame cut) {
            if (!has(at, Ipv6.FRAGMENT_HEADER_LENGTH)) {
                return cut;
            }
            return Ipv6.startsFragmentedUdp(b, at)
                    ? udp(at + Ipv6.FRAGMENT_HEADER_LENGTH, cut)
                    : null;
        }

        private CutFrame udp(int at, CutFrame cut) {
            boolean port = has(at, Integer.BYTES);
            return port && Udp.destinationPort(b, at) != Udp.ROCE_PORT ? null : cut;
        }

        private CutFrame addresses(int at, int header, boolean v4) {
            return has(at, header)
                    ? new CutFrame(
                            HostAddress.source(b, at, v4),
                            HostAddress.destination(b, at, v4),
                            false)
                    : ANYTHING;
        }

        private boolean has(int at, int bytes) {
            return bytes <= length - at;
        }
    }
}
