package org.urdma4j.bridge.frame;

import org.urdma4j.codec.ib.Aeth;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.transport.port.linux.VirtioHeader;

import java.nio.ByteBuffer;

/**
 * Makes the frames of a connection that is good for nothing but trying out gateways: a long WRITE
 * and its acknowledgements, checksums left to be completed as a kernel leaves them. Not
 * thread-safe.
 */
final class SampleFlow {
    /** Offset of a frame in {@link #buffer}; before it is its {@link VirtioHeader}. */
    static final int FRAME = VirtioHeader.LENGTH;

    private static final int PAYLOAD = 4096;
    private static final int QPN = 0x11;
    private static final int SENDER_QPN = 0x12;
    private static final int SOURCE_PORT = 0xc000;
    private static final int HOST = 0x0a00_0001;
    private static final int PEER = 0x0a00_0002;
    private static final int IP = FRAME + Ethernet.LENGTH;
    private static final int UDP = IP + Ipv4.LENGTH;
    private static final int BTH = UDP + Udp.LENGTH;
    private static final int TIME_TO_LIVE = 64;

    private final ByteBuffer buffer =
            ByteBuffer.allocateDirect(BTH + Bth.LENGTH + PAYLOAD + Icrc.LENGTH);
    private final Icrc icrc = new Icrc();

    /** Returns where the frame is that was made last. */
    ByteBuffer buffer() {
        return buffer;
    }

    /** Returns the link's MTU that its frames need. */
    static int mtu() {
        return Ipv4.LENGTH + Udp.LENGTH + Bth.LENGTH + PAYLOAD + Icrc.LENGTH;
    }

    /** Makes a packet of the WRITE, and returns the length of its frame. */
    int request(int psn) {
        Bth.write(
                buffer,
                BTH,
                Opcode.RC_RDMA_WRITE_MIDDLE,
                0,
                0,
                Bth.DEFAULT_P_KEY,
                QPN,
                psn & Bth.QPN_MASK);
        return finish(HOST, PEER, Bth.LENGTH + PAYLOAD);
    }

    /** Makes an acknowledgement, and returns the length of its frame. */
    int acknowledgement(int psn) {
        Bth.write(
                buffer,
                BTH,
                Opcode.RC_ACKNOWLEDGE,
                0,
                0,
                Bth.DEFAULT_P_KEY,
                SENDER_QPN,
                psn & Bth.QPN_MASK);
        Aeth.write(buffer, BTH + Bth.LENGTH, AethSyndrome.ACK_UNLIMITED, 0);
        return finish(PEER, HOST, Bth.LENGTH + Aeth.LENGTH);
    }

    private int finish(int from, int to, int transportBytes) {
        int udpBytes = Udp.LENGTH + transportBytes + Icrc.LENGTH;
        Ethernet.write(buffer, FRAME, to, from, EtherType.IPV4);
        Ipv4.write(
                buffer,
                IP,
                0,
                Ipv4.LENGTH + udpBytes,
                0,
                Ipv4.DONT_FRAGMENT,
                TIME_TO_LIVE,
                Ipv4.PROTOCOL_UDP,
                from,
                to);
        Udp.write(buffer, UDP, SOURCE_PORT, Udp.ROCE_PORT, udpBytes, Udp.NO_CHECKSUM);
        Icrc.put(
                buffer, BTH + transportBytes, icrc.overIpv4(buffer, IP, BTH + transportBytes - IP));
        Udp.setChecksum(buffer, UDP, Udp.partialOverIpv4(buffer, IP, UDP));
        VirtioHeader.writeUdp(buffer, 0, UDP - FRAME, Udp.CHECKSUM, BTH - FRAME, 0);
        return BTH + transportBytes + Icrc.LENGTH - FRAME;
    }
}
