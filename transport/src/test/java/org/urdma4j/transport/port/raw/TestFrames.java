package org.urdma4j.transport.port.raw;

import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.codec.net.Vlan;

import java.nio.ByteBuffer;

/** Frames whose fields a test sets. Mutable; not thread-safe. */
final class TestFrames {
    /** For experiments of whoever has the link (IEEE 802). */
    static final int EXPERIMENT = 0x88b5;

    static final long TO = 0x0200_0000_0002L;
    static final long FROM = 0x0200_0000_0001L;

    private static final int PAYLOAD = 40;

    long to = TO;
    long from = FROM;
    int tag = -1;
    int tos = 0x10;
    int ttl = 64;
    int flags;
    int fragment;
    int protocol = Ipv4.PROTOCOL_UDP;
    int srcIp = 0x0a63_0001;
    int dstIp = 0x0a63_0002;
    int flowLabel = 0x12345;
    long dstHigh = 0xfd99_0000_0000_0000L;
    long dstLow = 2;
    long srcHigh = 0xfd99_0000_0000_0000L;
    long srcLow = 1;
    int srcPort = 1234;
    int dstPort = 5678;
    int options;
    byte fill = 1;

    private ByteBuffer link(int etherType) {
        ByteBuffer b = ByteBuffer.allocate(200);
        boolean tagged = tag >= 0;
        Ethernet.write(b, 0, to, from, tagged ? EtherType.VLAN : etherType);
        b.position(Ethernet.LENGTH);
        if (tagged) {
            boolean eligible = (tag & 0x1000) != 0;
            Vlan.write(b, Ethernet.LENGTH, tag >> 13, eligible, tag, etherType);
            b.position(Ethernet.LENGTH + Vlan.LENGTH);
        }
        return b;
    }

    private byte[] finish(ByteBuffer b) {
        for (int i = 0; i < PAYLOAD; i++) {
            b.put(fill);
        }
        byte[] frame = new byte[b.position()];
        b.get(0, frame);
        return frame;
    }

    /** Makes a frame that nobody else understands. */
    byte[] plain() {
        return finish(link(EXPERIMENT));
    }

    /** Makes a datagram of IPv4. */
    byte[] ipv4() {
        ByteBuffer b = link(EtherType.IPV4);
        int at = b.position();
        int header = Ipv4.LENGTH + options;
        int length = header + Udp.LENGTH + PAYLOAD;
        Ipv4.write(b, at, tos, length, 7, flags, ttl, protocol, srcIp, dstIp);
        b.putShort(at + 6, (short) (flags | fragment));
        b.put(at, (byte) (0x40 | header / Integer.BYTES));
        Ipv4.setChecksum(b, at);
        return datagram(b, at + header);
    }

    /** Makes a datagram of IPv6. */
    byte[] ipv6() {
        ByteBuffer b = link(EtherType.IPV6);
        int at = b.position();
        Ipv6.write(
                b,
                at,
                tos,
                flowLabel,
                Udp.LENGTH + PAYLOAD,
                protocol,
                ttl,
                srcHigh,
                srcLow,
                dstHigh,
                dstLow);
        return datagram(b, at + Ipv6.LENGTH);
    }

    private byte[] datagram(ByteBuffer b, int at) {
        Udp.write(b, at, srcPort, dstPort, Udp.LENGTH + PAYLOAD, 0);
        b.position(at + Udp.LENGTH);
        return finish(b);
    }
}
