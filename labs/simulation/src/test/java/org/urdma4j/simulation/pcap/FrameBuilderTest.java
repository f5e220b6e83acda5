package org.urdma4j.simulation.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.urdma4j.simulation.pcap.FrameHeaders.UNTAGGED;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.simulation.link.Marks;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Frames against packets that NICs and others made, from the test suite of scapy. */
class FrameBuilderTest {
    private static final String WRITE_ONLY =
            "7cfe90753cd87cfe90753cd889156020000000281b4000000000000000000000ffff0f0000020000"
                    + "0000000000000000ffff0f0000020a70ffff0000010a80a788bc000055d4c0726000000047"
                    + "b3000000050000000001000000e3d856bb";

    /** Of a ConnectX-4 Lx. */
    private static final String CNP =
            "e41d2dab2bc27cfe90643b32080045c2003c718c4000401191610a0011010a001201000012b70028"
                    + "00008100ffff40000118000000000000000000000000000000000000000082fd002a";

    private static final String UC_SEND_IPV4 =
            "45010040047840004011b4d5c0a80007c0a80007c00012b7002caca22460ffff000000d300cf1710"
                    + "4630818be28935d90e9a95505401be885e50000078f353f3";

    private static final String UC_SEND_IPV6 =
            "6e21face002c11ff2022000000000000000000000000102320230000000000000000000000001024"
                    + "c00012b7002ce7c52460ffff000000d300cf17104630818be28935d90e9a95505401be885e"
                    + "5000003e5b743b";

    private static final FrameHeaders ROCE_V1 =
            new FrameHeaders(
                    Encapsulation.ROCE_V1,
                    Endpoint.ipv4(0x7cfe_9075_3cd8L, 0x0f00_0002),
                    Endpoint.ipv4(0x7cfe_9075_3cd8L, 0x0f00_0002),
                    0,
                    2,
                    0,
                    64,
                    0,
                    UNTAGGED);

    private static final FrameHeaders ROCE_V2 =
            new FrameHeaders(
                    Encapsulation.ROCE_V2_IPV4,
                    Endpoint.ipv4(0x7cfe_9064_3b32L, 0x0a00_1101),
                    Endpoint.ipv4(0xe41d_2dab_2bc2L, 0x0a00_1201),
                    0,
                    0xc2,
                    0,
                    64,
                    0x718c,
                    UNTAGGED);

    @Test
    void shouldMakeTheRoceV1FrameOfANic() {
        byte[] expected = bytes(WRITE_ONLY);

        ByteBuffer frame = new FrameBuilder(ROCE_V1).build(transport(expected, 54), 0);

        assertThat(content(frame)).isEqualTo(expected);
    }

    @Test
    void shouldSayThePriorityOfRoceV1ByATag() {
        byte[] nic = bytes(WRITE_ONLY);
        FrameBuilder builder = new FrameBuilder(ROCE_V1.withPriority(3));

        String tagged = HexFormat.of().formatHex(content(builder.build(transport(nic, 54), 0)));

        assertThat(tagged).isEqualTo(WRITE_ONLY.replaceFirst("8915", "810060008915"));
        assertThat(builder.headerBytes()).isEqualTo(14 + 4 + 40 + 4);
        assertThat(ROCE_V1.withPriority(3).priority()).isEqualTo(3);
        assertThat(ROCE_V1.withPriority(0)).isEqualTo(ROCE_V1);
    }

    @Test
    void shouldSayThePriorityOfRoceV2ByTheClassSelector() {
        FrameHeaders headers = ROCE_V2.withPriority(5);
        assertThat(headers.trafficClass()).isEqualTo(5 << 5 | 0x02);
        assertThat(headers.priority()).isEqualTo(5);
        assertThat(new FrameBuilder(headers).headerBytes()).isEqualTo(14 + 20 + 8 + 4);
        assertThatThrownBy(() -> ROCE_V2.withPriority(8))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldMakeTheRoceV2FrameOfANic() {
        byte[] expected = bytes(CNP);

        FrameBuilder builder = new FrameBuilder(ROCE_V2);

        assertThat(content(builder.build(transport(expected, 42), 0))).isEqualTo(expected);
        assertThat(builder.length()).isEqualTo(expected.length);
    }

    @Test
    void shouldMakeTheIpv4PacketWithoutAUdpChecksum() {
        byte[] expected = bytes(UC_SEND_IPV4);
        Endpoint host = Endpoint.ipv4(0, 0xc0a8_0007);
        FrameHeaders headers =
                new FrameHeaders(
                        Encapsulation.ROCE_V2_IPV4, host, host, 0xc000, 1, 0, 64, 0x0478, UNTAGGED);

        ByteBuffer frame = new FrameBuilder(headers).build(transport(expected, 28), 0);

        // the ICRC is the same with and without a UDP checksum
        expected[26] = 0;
        expected[27] = 0;
        assertThat(content(frame.position(14))).isEqualTo(expected);
    }

    @Test
    void shouldMakeTheIpv6PacketWithItsUdpChecksum() {
        byte[] expected = bytes(UC_SEND_IPV6);
        FrameHeaders headers =
                new FrameHeaders(
                        Encapsulation.ROCE_V2_IPV6,
                        new Endpoint(1, 0x2022L << 48, 0x1023),
                        new Endpoint(2, 0x2023L << 48, 0x1024),
                        0xc000,
                        0xe2,
                        0x1face,
                        255,
                        0,
                        UNTAGGED);

        ByteBuffer frame = new FrameBuilder(headers).build(transport(expected, 48), 0);

        assertThat(content(frame.position(14))).isEqualTo(expected);
        assertThat(content(frame.position(0).limit(14)))
                .containsExactly(0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1, 0x86, 0xdd);
    }

    @Test
    void shouldShowCongestionWhichTheIcrcLeavesOut() {
        byte[] expected = bytes(CNP);
        expected[15] = (byte) 0xc3;
        // RFC 1624: one more in the sum is one less in its complement
        expected[25]--;

        ByteBuffer frame =
                new FrameBuilder(ROCE_V2)
                        .build(transport(expected, 42), Marks.CONGESTION_EXPERIENCED);

        assertThat(content(frame)).isEqualTo(expected);
    }

    @Test
    void shouldGiveACorruptedPacketAWrongIcrc() {
        byte[] expected = bytes(CNP);
        for (int i = expected.length - 4; i < expected.length; i++) {
            expected[i] = (byte) ~expected[i];
        }

        ByteBuffer frame =
                new FrameBuilder(ROCE_V2).build(transport(expected, 42), Marks.CORRUPTED);

        assertThat(content(frame)).isEqualTo(expected);
    }

    @Test
    void shouldCutOffAPacketWhosePayloadIsElsewhere() {
        byte[] whole = bytes(WRITE_ONLY);
        ByteBuffer headersOnly = ByteBuffer.wrap(whole, 0, 54 + 28);
        TransportPacket packet = new TransportPacket();
        packet.wrap(headersOnly, 54, 36);

        FrameBuilder builder = new FrameBuilder(ROCE_V1);

        assertThat(content(builder.build(packet, 0)))
                .isEqualTo(content(ByteBuffer.wrap(whole, 0, 54 + 28)));
        assertThat(builder.length()).isEqualTo(whole.length);
    }

    @Test
    void shouldMakeFramesOfDifferentLengthOneAfterTheOther() {
        FrameBuilder builder = new FrameBuilder(ROCE_V2);
        byte[] expected = bytes(CNP);
        TransportPacket large = new TransportPacket();
        large.wrap(ByteBuffer.allocate(4200), 0, 4200);

        assertThat(builder.build(large, 0).remaining()).isEqualTo(14 + 20 + 8 + 4200 + 4);
        assertThat(content(builder.build(transport(expected, 42), 0))).isEqualTo(expected);
        large.wrap(ByteBuffer.allocate(20), 0, 4200);
        assertThat(builder.build(large, 0).remaining()).isEqualTo(14 + 20 + 8 + 20);
        assertThat(content(builder.build(transport(expected, 42), 0))).isEqualTo(expected);
    }

    @Test
    void shouldRefuseWhatDoesNotFitIntoAnIpPacket() {
        FrameBuilder builder = new FrameBuilder(ROCE_V2);
        TransportPacket packet = new TransportPacket();
        packet.wrap(ByteBuffer.allocate(70_000), 0, 65_503);
        assertThat(builder.build(packet, 0).remaining()).isEqualTo(14 + 65_535);

        packet.wrap(ByteBuffer.allocate(70_000), 0, 65_504);
        assertThatThrownBy(() -> builder.build(packet, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("65535");
    }

    @Test
    void shouldNumberSimulatedHosts() {
        assertThat(Endpoint.host(1))
                .isEqualTo(new Endpoint(0x0200_0000_0001L, 0, 0xffff_0a00_0001L));
        assertThat(Endpoint.host(258).ipv4()).isEqualTo(0x0a00_0102);
        assertThatThrownBy(() -> Endpoint.host(0)).isInstanceOf(IllegalArgumentException.class);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private static byte[] content(ByteBuffer buffer) {
        byte[] content = new byte[buffer.remaining()];
        buffer.get(buffer.position(), content);
        return content;
    }

    /** The packet between its network headers and its ICRC. */
    private static TransportPacket transport(byte[] frame, int bth) {
        TransportPacket packet = new TransportPacket();
        packet.wrap(ByteBuffer.wrap(frame), bth, frame.length - 4 - bth);
        return packet;
    }
}
