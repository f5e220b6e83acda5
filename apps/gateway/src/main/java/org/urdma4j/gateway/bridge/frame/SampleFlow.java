package org.urdma4j.gateway.bridge.frame;

import org.urdma4j.codec.ib.Aeth;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Reth;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.transport.port.linux.VirtioHeader;

import java.nio.ByteBuffer;

/**
 * Makes the frames of a connection that is good for nothing but trying out gateways: WRITEs and
 * READs without end and their answers, checksums left to be completed as a kernel leaves them, and
 * what else passes by. Not thread-safe.
 */
final class SampleFlow {
    /** Offset of a frame in {@link #buffer}; before it is its {@link VirtioHeader}. */
    static final int FRAME = VirtioHeader.LENGTH;

    private static final int PAYLOAD = 4096;
    private static final int SOURCE_PORT = 0xc000;
    private static final int TCP = 6;
    private static final int ARP = 0x0806;
    private static final int SHORT_BYTES = 60;
    private static final int MAD_BYTES = 256;
    private static final int MOST_JOINED = 8;
    private static final int IP = FRAME + Ethernet.LENGTH;
    private static final int UDP = IP + Ipv4.LENGTH;
    private static final int BTH = UDP + Udp.LENGTH;
    private static final int TIME_TO_LIVE = 64;
    private static final int IPV6_PAYLOAD = 4;
    private static final int IPV6_NEXT = 6;

    private static final int SEGMENT = Bth.LENGTH + PAYLOAD + Icrc.LENGTH;

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BTH + MOST_JOINED * SEGMENT);
    private final ByteBuffer joined = ByteBuffer.allocateDirect(MOST_JOINED * SEGMENT);
    private final Icrc icrc = new Icrc();
    private final int host;
    private final int peer;
    private final int senderQpn;
    private final int qpn;

    /**
     * @param host IPv4 address of the one who asks
     * @param peer of the other
     * @param senderQpn of host
     * @param qpn of peer
     */
    SampleFlow(int host, int peer, int senderQpn, int qpn) {
        this.host = host;
        this.peer = peer;
        this.senderQpn = senderQpn;
        this.qpn = qpn;
    }

    /** Returns where the frame is that was made last. */
    ByteBuffer buffer() {
        return buffer;
    }

    static int mtu() {
        return Ipv4.LENGTH + Udp.LENGTH + Bth.LENGTH + PAYLOAD + Icrc.LENGTH;
    }

    /** Makes a packet of a WRITE, and returns the length of its frame. */
    int write(int psn) {
        return write(psn, 0);
    }

    private int write(int psn, int identification) {
        begin(Opcode.RC_RDMA_WRITE_MIDDLE, qpn, psn);
        return finish(host, peer, Bth.LENGTH + PAYLOAD, identification);
    }

    /** Makes some packets of a WRITE, at most 8, as one frame that the kernel hasn't cut yet. */
    int writes(int psn, int count) {
        int bytes = count * SEGMENT;
        for (int i = 0; i < count; i++) {
            write(psn + i, i);
            joined.put(i * SEGMENT, buffer, BTH, SEGMENT);
        }
        write(psn);
        buffer.put(BTH, joined, 0, bytes);
        ip(host, peer, Ipv4.PROTOCOL_UDP, Udp.LENGTH + bytes, 0);
        udp(Udp.LENGTH + bytes, SEGMENT);
        return BTH + bytes - FRAME;
    }

    int read(int psn, int numbers) {
        begin(Opcode.RC_RDMA_READ_REQUEST, qpn, psn);
        Reth.write(buffer, BTH + Bth.LENGTH, 0, 0, (long) numbers * PAYLOAD);
        return finish(host, peer, Bth.LENGTH + Reth.LENGTH, 0);
    }

    int response(int psn) {
        begin(Opcode.RC_RDMA_READ_RESPONSE_MIDDLE, senderQpn, psn);
        return finish(peer, host, Bth.LENGTH + PAYLOAD, 0);
    }

    int acknowledgement(int psn) {
        begin(Opcode.RC_ACKNOWLEDGE, senderQpn, psn);
        Aeth.write(buffer, BTH + Bth.LENGTH, AethSyndrome.ACK_UNLIMITED, 0);
        return finish(peer, host, Bth.LENGTH + Aeth.LENGTH, 0);
    }

    /**
     * Makes a frame that is hardly a gateway's business.
     *
     * @param kind whatever: there are TCP, ARP, UDP over IPv6, and a management datagram
     */
    int other(int kind) {
        for (int at = 0; at < BTH + MAD_BYTES; at++) {
            buffer.put(at, (byte) 0);
        }
        switch (kind % 4) {
            case 0 -> ip(host, peer, TCP, SHORT_BYTES - (UDP - FRAME), 0);
            case 1 -> Ethernet.write(buffer, FRAME, peer, host, ARP);
            case 2 -> {
                begin(Opcode.UD_SEND_ONLY, GsiPacket.QPN, kind);
                return finish(host, peer, GsiPacket.MAD_OFFSET + MAD_BYTES, 0);
            }
            default -> {
                Ethernet.write(buffer, FRAME, peer, host, EtherType.IPV6);
                int bytes = SHORT_BYTES - Ethernet.LENGTH - Ipv6.LENGTH;
                buffer.put(IP, (byte) (Ipv6.VERSION << 4));
                buffer.putShort(IP + IPV6_PAYLOAD, (short) bytes);
                buffer.put(IP + IPV6_NEXT, (byte) Ipv4.PROTOCOL_UDP);
            }
        }
        return SHORT_BYTES;
    }

    private void begin(int opcode, int toQpn, int psn) {
        Bth.write(buffer, BTH, opcode, 0, 0, Bth.DEFAULT_P_KEY, toQpn, psn & Bth.QPN_MASK);
    }

    private void ip(int from, int to, int protocol, int payload, int identification) {
        Ethernet.write(buffer, FRAME, to, from, EtherType.IPV4);
        Ipv4.write(
                buffer,
                IP,
                0,
                Ipv4.LENGTH + payload,
                identification,
                Ipv4.DONT_FRAGMENT,
                TIME_TO_LIVE,
                protocol,
                from,
                to);
    }

    /** Leaves the checksum to whoever completes it, and the cutting if there are segments. */
    private void udp(int bytes, int segment) {
        Udp.write(buffer, UDP, SOURCE_PORT, Udp.ROCE_PORT, bytes, Udp.NO_CHECKSUM);
        Udp.setChecksum(buffer, UDP, Udp.partialOverIpv4(buffer, IP, UDP));
        VirtioHeader.writeUdp(buffer, 0, UDP - FRAME, Udp.CHECKSUM, BTH - FRAME, segment);
    }

    private int finish(int from, int to, int transportBytes, int identification) {
        int udpBytes = Udp.LENGTH + transportBytes + Icrc.LENGTH;
        ip(from, to, Ipv4.PROTOCOL_UDP, udpBytes, identification);
        Udp.write(buffer, UDP, SOURCE_PORT, Udp.ROCE_PORT, udpBytes, Udp.NO_CHECKSUM);
        Icrc.put(
                buffer, BTH + transportBytes, icrc.overIpv4(buffer, IP, BTH + transportBytes - IP));
        udp(udpBytes, 0);
        return BTH + transportBytes + Icrc.LENGTH - FRAME;
    }
}
