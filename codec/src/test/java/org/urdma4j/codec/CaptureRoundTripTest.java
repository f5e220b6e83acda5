package org.urdma4j.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.testing.CaptureFiles;
import org.urdma4j.codec.testing.PublishedVectors;
import org.urdma4j.codec.testing.Rebuilder;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Real packets, written again from the values that were read, must be the same bytes. */
class CaptureRoundTripTest {
    private final TransportPacket packet = new TransportPacket();
    private final Icrc icrc = new Icrc();

    @ParameterizedTest
    @CsvSource({
        "golden-rc-v4.pcap, 81",
        "golden-uc-v4.pcap, 16",
        "golden-ud-v4.pcap, 4",
        "golden-nak-rnr.pcap, 6",
        "boot-rc_pingpong.pcap, 40",
        "boot-rping-cm.pcap, 41"
    })
    void shouldWriteEveryCapturedPacketAgain(String file, int packets) throws IOException {
        var frames = CaptureFiles.roceFrames(file);
        assertThat(frames).hasSize(packets);
        for (RoceFrame frame : frames) {
            ByteBuffer b = frame.buffer();
            ByteBuffer again = ByteBuffer.allocate(b.limit());
            Ethernet.write(
                    again,
                    0,
                    Ethernet.destination(b, 0),
                    Ethernet.source(b, 0),
                    Ethernet.etherType(b, 0));
            shouldRebuild(frame, again, Ethernet.LENGTH);
            assertThat(again).isEqualTo(b);
        }
    }

    @ParameterizedTest
    @EnumSource(PublishedVectors.class)
    void shouldWriteEveryPublishedPacketAgain(PublishedVectors vector) {
        ByteBuffer b = vector.bytes();
        RoceFrame frame = new RoceFrame();
        LinkLayer link = vector.ethernet() ? LinkLayer.ETHERNET : LinkLayer.RAW_IP;
        assertThat(frame.wrap(b, 0, b.limit(), link)).isEqualTo(FrameStatus.OK);
        ByteBuffer again = ByteBuffer.allocate(b.limit());
        again.put(0, b, 0, frame.networkOffset());
        shouldRebuild(frame, again, frame.networkOffset());
        assertThat(again).isEqualTo(b);
    }

    private void shouldRebuild(RoceFrame frame, ByteBuffer again, int at) {
        ByteBuffer b = frame.buffer();
        assertThat(packet.wrap(b, frame.transportOffset(), frame.transportLength()))
                .isEqualTo(PacketStatus.OK);
        int end = Rebuilder.transport(packet, again, Rebuilder.network(frame, again, at));
        int covered = end - at;
        int crc =
                switch (frame.encapsulation()) {
                    case Encapsulation.ROCE_V1 -> icrc.overRoceV1(again, at, covered);
                    case Encapsulation.ROCE_V2_IPV4 -> icrc.overIpv4(again, at, covered);
                    case Encapsulation.ROCE_V2_IPV6 -> icrc.overIpv6(again, at, covered);
                };
        Icrc.put(again, end, crc);
    }
}
