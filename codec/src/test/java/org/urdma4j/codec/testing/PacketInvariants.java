package org.urdma4j.codec.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.codec.ib.Aeth;
import org.urdma4j.codec.ib.AtomicAckEth;
import org.urdma4j.codec.ib.AtomicEth;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Cnp;
import org.urdma4j.codec.ib.Deth;
import org.urdma4j.codec.ib.Feth;
import org.urdma4j.codec.ib.Grh;
import org.urdma4j.codec.ib.Ieth;
import org.urdma4j.codec.ib.ImmDt;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.Reth;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.Pause;
import org.urdma4j.codec.net.Pfc;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.codec.net.Vlan;

import java.nio.ByteBuffer;

/** What must hold for any bytes that are read as a transport packet or a header. */
public final class PacketInvariants {
    private PacketInvariants() {}

    /** Checks a packet of the stated length over the bytes of {@code b}, which may be fewer. */
    public static void check(ByteBuffer b, int length) {
        TransportPacket packet = new TransportPacket();
        for (int offset : new int[] {0, 1, b.limit(), b.limit() + 1}) {
            PacketStatus status = packet.wrap(b, offset, length);
            assertThat(packet.status()).isEqualTo(status);
            assertThat(packet.toString()).isNotBlank();
            if (status == PacketStatus.OK) {
                checkAccepted(packet);
            }
        }
    }

    /** Checks a packet that was accepted; its payload may be missing. */
    public static void checkAccepted(TransportPacket packet) {
        int headers = Opcode.headerLength(packet.opcode());
        assertThat(packet.length() % 4).isZero();
        assertThat(packet.offset() + headers).isLessThanOrEqualTo(packet.buffer().limit());
        assertThat(packet.payloadOffset()).isEqualTo(packet.offset() + headers);
        assertThat(headers + packet.payloadLength() + packet.padCount()).isEqualTo(packet.length());
        assertThat(packet.payloadLength()).isNotNegative();
        assertThat(packet.psn()).isBetween(0, 0xff_ffff);
        assertThat(packet.destQp()).isBetween(0, 0xff_ffff);
        assertThat(packet.pKey()).isBetween(0, 0xffff);
        if (packet.offset() + packet.length() <= packet.buffer().limit()) {
            checkRebuilt(packet);
        }
    }

    /** What was read, written again, differs in nothing but reserved bits and pad. */
    private static void checkRebuilt(TransportPacket packet) {
        ByteBuffer again = ByteBuffer.allocate(packet.length());
        assertThat(Rebuilder.transport(packet, again, 0)).isEqualTo(packet.length());
        byte[] original = new byte[packet.length()];
        packet.buffer().get(packet.offset(), original);
        clearReserved(original, packet);
        assertThat(again.array()).isEqualTo(original);
    }

    private static void clearReserved(byte[] bytes, TransportPacket packet) {
        bytes[4] &= (byte) 0xc0;
        bytes[8] &= (byte) 0x80;
        int pad = packet.padCount();
        for (int i = bytes.length - pad; i < bytes.length; i++) {
            bytes[i] = 0;
        }
        if (packet.has(Opcode.DETH)) {
            bytes[12 + 4] = 0;
        }
        if (packet.has(Opcode.FETH)) {
            bytes[12] = 0;
            bytes[13] = 0;
            bytes[14] = 0;
            bytes[15] &= 0x3f;
        }
        if (packet.has(Opcode.CONGESTION)) {
            for (int i = 12; i < 28; i++) {
                bytes[i] = 0;
            }
        }
    }

    /** Checks that every header can be read and printed over any 64 bytes. */
    public static void checkHeaders(ByteBuffer b) {
        assertThat(Bth.toString(b, 0)).startsWith("BTH{");
        assertThat(Reth.toString(b, 0)).startsWith("RETH{");
        assertThat(Aeth.toString(b, 0)).startsWith("AETH{");
        assertThat(AtomicEth.toString(b, 0)).startsWith("AtomicETH{");
        assertThat(AtomicAckEth.toString(b, 0)).startsWith("AtomicAckETH{");
        assertThat(ImmDt.toString(b, 0)).startsWith("ImmDt{");
        assertThat(Ieth.toString(b, 0)).startsWith("IETH{");
        assertThat(Deth.toString(b, 0)).startsWith("DETH{");
        assertThat(Feth.toString(b, 0)).startsWith("FETH{");
        assertThat(Cnp.toString(b, 0)).startsWith("CNP{");
        assertThat(Grh.toString(b, 0)).startsWith("GRH{");
        assertThat(Ethernet.toString(b, 0)).startsWith("Ethernet{");
        assertThat(Vlan.toString(b, 0)).startsWith("VLAN{");
        assertThat(Ipv4.toString(b, 0)).startsWith("IPv4{");
        assertThat(Ipv6.toString(b, 0)).startsWith("IPv6{");
        assertThat(Udp.toString(b, 0)).startsWith("UDP{");
        assertThat(Pause.toString(b, 0)).startsWith("PAUSE{");
        assertThat(Pfc.toString(b, 0)).startsWith("PFC{");
        checkWrittenAgain(b);
    }

    /** Headers whose bits are all read are written again as they were. */
    private static void checkWrittenAgain(ByteBuffer b) {
        ByteBuffer again = ByteBuffer.allocate(64).put(0, b, 0, 64);
        Reth.write(again, 0, Reth.virtualAddress(b, 0), Reth.rKey(b, 0), Reth.dmaLength(b, 0));
        assertThat(again).isEqualTo(b);
        AtomicEth.write(
                again,
                0,
                AtomicEth.virtualAddress(b, 0),
                AtomicEth.rKey(b, 0),
                AtomicEth.swapAdd(b, 0),
                AtomicEth.compare(b, 0));
        Aeth.write(again, 28, Aeth.syndrome(b, 28), Aeth.msn(b, 28));
        ImmDt.write(again, 32, ImmDt.immediate(b, 32));
        Ieth.write(again, 36, Ieth.rKey(b, 36));
        AtomicAckEth.write(again, 40, AtomicAckEth.originalData(b, 40));
        Ethernet.write(
                again,
                48,
                Ethernet.destination(b, 48),
                Ethernet.source(b, 48),
                Ethernet.etherType(b, 48));
        assertThat(again).isEqualTo(b);
        Vlan.write(
                again,
                0,
                Vlan.priority(b, 0),
                Vlan.dropEligible(b, 0),
                Vlan.id(b, 0),
                Vlan.etherType(b, 0));
        Udp.write(
                again,
                4,
                Udp.sourcePort(b, 4),
                Udp.destinationPort(b, 4),
                Udp.length(b, 4),
                Udp.checksum(b, 4));
        assertThat(again).isEqualTo(b);
    }
}
