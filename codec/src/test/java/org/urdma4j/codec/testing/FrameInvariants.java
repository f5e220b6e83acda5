package org.urdma4j.codec.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.icrc.FlowIcrc;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.icrc.IcrcFlow;
import org.urdma4j.codec.icrc.IdentificationSolver;
import org.urdma4j.codec.icrc.SegmentFinder;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.net.Udp;

import java.nio.ByteBuffer;

/** What must hold for any bytes that are read as a frame. */
public final class FrameInvariants {
    private static final int ODD_MULTIPLIER = 40_503;

    private FrameInvariants() {}

    /** Checks a frame without looking at its ICRC. */
    public static void check(int link, ByteBuffer b) {
        RoceFrame frame = wrap(link, b);
        assertThat(frame.toString()).isNotBlank();
        assertThat(frame.capturedLength()).isEqualTo(b.limit());
        if (frame.hasBth()) {
            assertThat(frame.transportOffset()).isBetween(0, b.limit() - 12);
        }
        if (frame.status() == FrameStatus.OK) {
            checkFound(frame);
        }
    }

    private static RoceFrame wrap(int link, ByteBuffer b) {
        LinkLayer[] layers = LinkLayer.values();
        RoceFrame frame = new RoceFrame();
        FrameStatus status =
                frame.wrap(b, 0, b.limit(), layers[Math.floorMod(link, layers.length)]);
        assertThat(frame.status()).isEqualTo(status);
        return frame;
    }

    private static void checkFound(RoceFrame frame) {
        int end = frame.networkOffset() + frame.networkLength();
        assertThat(end).isLessThanOrEqualTo(frame.buffer().limit());
        assertThat(frame.icrcOffset()).isEqualTo(end - Icrc.LENGTH);
        assertThat(frame.transportOffset())
                .isEqualTo(frame.networkOffset() + Frames.headerLength(frame.encapsulation()));
        TransportPacket packet = new TransportPacket();
        PacketStatus status =
                packet.wrap(frame.buffer(), frame.transportOffset(), frame.transportLength());
        assertThat(packet.toString()).isNotBlank();
        if (status == PacketStatus.OK) {
            PacketInvariants.checkAccepted(packet);
        }
        checkNetworkRebuilt(frame);
    }

    private static void checkNetworkRebuilt(RoceFrame frame) {
        int length = Frames.headerLength(frame.encapsulation());
        ByteBuffer again = ByteBuffer.allocate(length);
        assertThat(Rebuilder.network(frame, again, 0)).isEqualTo(length);
        ByteBuffer original = ByteBuffer.allocate(length);
        original.put(0, frame.buffer(), frame.networkOffset(), length);
        if (frame.encapsulation() == Encapsulation.ROCE_V2_IPV4) {
            original.putShort(10, (short) Ipv4.computeChecksum(original, 0));
        }
        assertThat(again).isEqualTo(original);
    }

    /** Checks a frame's ICRC as it is, then made right, then with one covered bit turned over. */
    public static void checkWithIcrc(int link, int damage, ByteBuffer b) {
        RoceFrame frame = wrap(link, b);
        if (frame.status() != FrameStatus.OK) {
            return;
        }
        Icrc icrc = new Icrc();
        int computed = icrc.over(frame);
        if (computed != Icrc.get(b, frame.icrcOffset())) {
            assertThat(new SegmentFinder().firstSegment(frame)).isLessThan(frame.transportLength());
            Icrc.put(b, frame.icrcOffset(), computed);
        }
        checkFound(frame);
        assertThat(icrc.over(frame)).isEqualTo(Icrc.get(b, frame.icrcOffset()));
        if (frame.encapsulation() == Encapsulation.ROCE_V2_IPV4) {
            checkIdentification(frame, computed);
        }
        int at =
                frame.transportOffset()
                        + Math.floorMod(damage * ODD_MULTIPLIER, frame.transportLength());
        b.put(at, (byte) (b.get(at) ^ (1 << (damage % 8))));
        boolean variant = at == frame.transportOffset() + 4;
        assertThat(icrc.over(frame) == computed).isEqualTo(variant);
    }

    private static void checkIdentification(RoceFrame frame, int icrc) {
        ByteBuffer b = frame.buffer();
        int ip = frame.networkOffset();
        if (Ipv4.flags(b, ip) != Ipv4.DONT_FRAGMENT) {
            return;
        }
        IcrcFlow flow =
                new IcrcFlow(
                        address(Ipv4.source(b, ip)),
                        address(Ipv4.destination(b, ip)),
                        Udp.sourcePort(b, frame.udpOffset()),
                        Udp.ROCE_PORT);
        int length = frame.transportLength();
        int difference = icrc ^ new FlowIcrc().compute(flow, b, frame.transportOffset(), length, 0);
        assertThat(
                        new IdentificationSolver()
                                .solve(difference, IdentificationSolver.bytesAfter(length)))
                .isEqualTo(Ipv4.identification(b, ip));
    }

    private static byte[] address(int address) {
        return ByteBuffer.allocate(4).putInt(0, address).array();
    }
}
