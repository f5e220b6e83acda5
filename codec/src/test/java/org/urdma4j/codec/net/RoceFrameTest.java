package org.urdma4j.codec.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.testing.PublishedVectors;

import java.nio.ByteBuffer;
import java.util.HexFormat;

class RoceFrameTest {
    private static final int AT = 7;

    private final RoceFrame frame = new RoceFrame();

    @Test
    void shouldFindRoceV1() {
        ByteBuffer b = shifted(PublishedVectors.ROCE_V1_WRITE_ONLY.bytes());
        assertThat(wrap(b, LinkLayer.ETHERNET)).isEqualTo(FrameStatus.OK);
        assertThat(frame.encapsulation()).isEqualTo(Encapsulation.ROCE_V1);
        assertThat(frame.networkOffset()).isEqualTo(AT + 14);
        assertThat(frame.networkLength()).isEqualTo(80);
        assertThat(frame.udpOffset()).isEqualTo(-1);
        assertThat(frame.transportOffset()).isEqualTo(AT + 54);
        assertThat(frame.transportLength()).isEqualTo(36);
        assertThat(frame.icrcOffset()).isEqualTo(AT + 90);
        assertThat(frame.vlanId()).isEqualTo(-1);
        assertThat(frame.capturedLength()).isEqualTo(94);
        assertThat(frame.buffer()).isSameAs(b);
        assertThat(frame.toString()).startsWith("OK ROCE_V1 GRH{").endsWith("captured=94");
        assertThat(Opcode.name(Bth.opcode(b, frame.transportOffset())))
                .isEqualTo("RC_RDMA_WRITE_ONLY");
    }

    @Test
    void shouldFindRoceV2OverIpv4() {
        ByteBuffer b = shifted(PublishedVectors.ROCE_V2_IPV4_CNP.bytes());
        assertThat(wrap(b, LinkLayer.ETHERNET)).isEqualTo(FrameStatus.OK);
        assertThat(frame.encapsulation()).isEqualTo(Encapsulation.ROCE_V2_IPV4);
        assertThat(frame.networkOffset()).isEqualTo(AT + 14);
        assertThat(frame.networkLength()).isEqualTo(60);
        assertThat(frame.udpOffset()).isEqualTo(AT + 34);
        assertThat(frame.transportOffset()).isEqualTo(AT + 42);
        assertThat(frame.transportLength()).isEqualTo(28);
        assertThat(frame.icrcOffset()).isEqualTo(AT + 70);
        assertThat(frame.toString()).startsWith("OK ROCE_V2_IPV4 IPv4{").contains("UDP{src=0");
    }

    @Test
    void shouldFindRoceV2OverIpv6() {
        ByteBuffer b = shifted(PublishedVectors.ROCE_V2_IPV6_UC_SEND.bytes());
        assertThat(wrap(b, LinkLayer.RAW_IP)).isEqualTo(FrameStatus.OK);
        assertThat(frame.encapsulation()).isEqualTo(Encapsulation.ROCE_V2_IPV6);
        assertThat(frame.networkOffset()).isEqualTo(AT);
        assertThat(frame.networkLength()).isEqualTo(40 + 44);
        assertThat(frame.udpOffset()).isEqualTo(AT + 40);
        assertThat(frame.transportOffset()).isEqualTo(AT + 48);
        assertThat(frame.transportLength()).isEqualTo(32);
        assertThat(frame.toString()).startsWith("OK ROCE_V2_IPV6 IPv6{");
    }

    @ParameterizedTest
    @EnumSource(LinkLayer.class)
    void shouldSkipEachLinkHeader(LinkLayer link) {
        ByteBuffer ip = PublishedVectors.ROCE_V2_IPV4_UC_SEND.bytes();
        int header = link.headerLength();
        ByteBuffer b = ByteBuffer.allocate(AT + header + ip.limit());
        switch (link) {
            case ETHERNET -> b.putShort(AT + 12, (short) 0x0800);
            case LINUX_SLL -> b.putShort(AT + 14, (short) 0x0800);
            case LINUX_SLL2 -> b.putShort(AT, (short) 0x0800);
            case LOOPBACK -> b.put(AT, (byte) 2);
            case RAW_IP -> assertThat(header).isZero();
        }
        b.put(AT + header, ip, 0, ip.limit());
        assertThat(wrap(b, link)).isEqualTo(FrameStatus.OK);
        assertThat(frame.networkOffset()).isEqualTo(AT + header);
        for (int captured = 0; captured < header; captured++) {
            assertThat(frame.wrap(b, AT, captured, link)).isEqualTo(FrameStatus.NOT_ROCE);
        }
    }

    @Test
    void shouldTellTheLinkLayersOfCaptureFiles() {
        assertThat(LinkLayer.ofCapture(1)).contains(LinkLayer.ETHERNET);
        for (int raw : new int[] {12, 14, 101, 228, 229}) {
            assertThat(LinkLayer.ofCapture(raw)).contains(LinkLayer.RAW_IP);
        }
        assertThat(LinkLayer.ofCapture(0)).contains(LinkLayer.LOOPBACK);
        assertThat(LinkLayer.ofCapture(108)).contains(LinkLayer.LOOPBACK);
        assertThat(LinkLayer.ofCapture(113)).contains(LinkLayer.LINUX_SLL);
        assertThat(LinkLayer.ofCapture(276)).contains(LinkLayer.LINUX_SLL2);
        assertThat(LinkLayer.ofCapture(147)).isEmpty();
    }

    @Test
    void shouldLookBehindVlanTags() {
        ByteBuffer plain = PublishedVectors.ROCE_V1_ACK.bytes();
        for (String tags :
                new String[] {
                    "8100a0058915",
                    "88a800648100a0058915",
                    "910000648100a0058915",
                    "920000648100a0058915",
                    "91000064910000078100a0058915"
                }) {
            byte[] tag = HexFormat.of().parseHex(tags);
            ByteBuffer b = ByteBuffer.allocate(AT + plain.limit() + tag.length - 2);
            b.put(AT, plain, 0, 12);
            b.put(AT + 12, tag);
            b.put(AT + 12 + tag.length, plain, 14, plain.limit() - 14);
            assertThat(wrap(b, LinkLayer.ETHERNET)).isEqualTo(FrameStatus.OK);
            assertThat(frame.vlanId()).isEqualTo(5);
            assertThat(frame.networkOffset()).isEqualTo(AT + 12 + tag.length);
            assertThat(frame.toString()).contains("vlan=5");
            assertThat(frame.wrap(b, AT, 15, LinkLayer.ETHERNET)).isEqualTo(FrameStatus.NOT_ROCE);
        }
    }

    @ParameterizedTest
    @EnumSource(PublishedVectors.class)
    void shouldSayWhenTheFrameIsCut(PublishedVectors vector) {
        ByteBuffer b = shifted(vector.bytes());
        LinkLayer link = vector.ethernet() ? LinkLayer.ETHERNET : LinkLayer.RAW_IP;
        wrap(b, link);
        int network = frame.networkOffset() - AT;
        int transport = frame.transportOffset() - AT;
        boolean v1 = frame.encapsulation() == Encapsulation.ROCE_V1;
        for (int captured = 0; captured < b.limit() - AT; captured++) {
            boolean recognised = captured >= (v1 ? network : transport);
            assertThat(frame.wrap(b, AT, captured, link))
                    .as("%d bytes", captured)
                    .isEqualTo(recognised ? FrameStatus.TRUNCATED : FrameStatus.NOT_ROCE);
            assertThat(frame.hasBth()).isEqualTo(captured >= transport + 12);
            assertThat(frame.toString()).isNotBlank();
        }
    }

    @ParameterizedTest
    @EnumSource(PublishedVectors.class)
    void shouldIgnoreWhatFollowsThePacket(PublishedVectors vector) {
        ByteBuffer packet = shifted(vector.bytes());
        LinkLayer link = vector.ethernet() ? LinkLayer.ETHERNET : LinkLayer.RAW_IP;
        wrap(packet, link);
        int end = frame.icrcOffset();
        ByteBuffer b = ByteBuffer.allocate(packet.limit() + 30).put(0, packet, 0, packet.limit());
        assertThat(wrap(b, link)).isEqualTo(FrameStatus.OK);
        assertThat(frame.icrcOffset()).isEqualTo(end).isEqualTo(b.limit() - 30 - 4);
    }

    @Test
    void shouldSayWhenIpAndUdpDisagree() {
        ByteBuffer b = shifted(PublishedVectors.ROCE_V2_IPV4_CNP.bytes());
        b.putShort(AT + 16, (short) 61);
        assertThat(wrap(b, LinkLayer.ETHERNET)).isEqualTo(FrameStatus.LENGTH_MISMATCH);
        assertThat(frame.networkLength()).isEqualTo(61);
        assertThat(frame.hasBth()).isTrue();

        ByteBuffer v6 = shifted(PublishedVectors.ROCE_V2_IPV6_UC_SEND.bytes());
        v6.putShort(AT + 44, (short) 43);
        assertThat(wrap(v6, LinkLayer.RAW_IP)).isEqualTo(FrameStatus.LENGTH_MISMATCH);
    }

    @Test
    void shouldShowTheLengthOfADatagramCapturedBeforeSegmentation() {
        ByteBuffer one = PublishedVectors.ROCE_V2_IPV4_UC_SEND.bytes();
        ByteBuffer b = ByteBuffer.allocate(AT + 65000).put(AT, one, 0, one.limit());
        b.putShort(AT + 2, (short) 65000);
        b.putShort(AT + 24, (short) (65000 - 20));
        assertThat(wrap(b, LinkLayer.RAW_IP)).isEqualTo(FrameStatus.OK);
        assertThat(frame.networkLength()).isEqualTo(65000);
        assertThat(frame.transportLength()).isEqualTo(65000 - 20 - 8 - 4);
    }

    @Test
    void shouldSayWhenThereIsNoRoomForATransportPacket() {
        ByteBuffer b = shifted(PublishedVectors.ROCE_V2_IPV4_CNP.bytes());
        b.putShort(AT + 16, (short) 43);
        b.putShort(AT + 38, (short) 23);
        assertThat(wrap(b, LinkLayer.ETHERNET)).isEqualTo(FrameStatus.TOO_SHORT);
        b.putShort(AT + 16, (short) 44);
        b.putShort(AT + 38, (short) 24);
        assertThat(wrap(b, LinkLayer.ETHERNET)).isEqualTo(FrameStatus.OK);
        assertThat(frame.transportLength()).isEqualTo(12);

        ByteBuffer v1 = shifted(PublishedVectors.ROCE_V1_ACK.bytes());
        v1.putShort(AT + 18, (short) 15);
        assertThat(wrap(v1, LinkLayer.ETHERNET)).isEqualTo(FrameStatus.TOO_SHORT);
    }

    @Test
    void shouldSayWhenItIsAFragment() {
        ByteBuffer b = shifted(PublishedVectors.ROCE_V2_IPV4_CNP.bytes());
        b.putShort(AT + 20, (short) 0x2000);
        assertThat(wrap(b, LinkLayer.ETHERNET)).isEqualTo(FrameStatus.FRAGMENT);
        b.putShort(AT + 20, (short) 0x2001);
        assertThat(wrap(b, LinkLayer.ETHERNET)).isEqualTo(FrameStatus.NOT_ROCE);

        ByteBuffer v6 = ByteBuffer.allocate(AT + 92);
        ByteBuffer whole = PublishedVectors.ROCE_V2_IPV6_UC_SEND.bytes();
        v6.put(AT, whole, 0, 40).put(AT + 48, whole, 40, 44);
        v6.put(AT + 6, (byte) 44);
        v6.put(AT + 40, HexFormat.of().parseHex("1100000112345678"));
        assertThat(wrap(v6, LinkLayer.RAW_IP)).isEqualTo(FrameStatus.FRAGMENT);
        v6.put(AT + 40, HexFormat.of().parseHex("1100000912345678"));
        assertThat(wrap(v6, LinkLayer.RAW_IP)).isEqualTo(FrameStatus.NOT_ROCE);
        v6.put(AT + 40, HexFormat.of().parseHex("0600000112345678"));
        assertThat(wrap(v6, LinkLayer.RAW_IP)).isEqualTo(FrameStatus.NOT_ROCE);
        assertThat(frame.wrap(v6, AT, 45, LinkLayer.RAW_IP)).isEqualTo(FrameStatus.NOT_ROCE);
    }

    @Test
    void shouldSayWhenThereAreIpOptions() {
        ByteBuffer whole = PublishedVectors.ROCE_V2_IPV4_UC_SEND.bytes();
        ByteBuffer b = ByteBuffer.allocate(AT + whole.limit() + 4);
        b.put(AT, whole, 0, 20).put(AT + 24, whole, 20, whole.limit() - 20);
        b.put(AT, (byte) 0x46).putShort(AT + 2, (short) (whole.limit() + 4));
        assertThat(wrap(b, LinkLayer.RAW_IP)).isEqualTo(FrameStatus.IP_OPTIONS);
        b.put(AT, (byte) 0x44);
        assertThat(wrap(b, LinkLayer.RAW_IP)).isEqualTo(FrameStatus.NOT_ROCE);
    }

    @Test
    void shouldPassOverWhatIsNotRoce() {
        shouldNotBeRoce(PublishedVectors.ROCE_V2_IPV4_CNP, 12, 0x0806);
        shouldNotBeRoce(PublishedVectors.ROCE_V2_IPV4_CNP, 22, 0x4006);
        shouldNotBeRoce(PublishedVectors.ROCE_V2_IPV4_CNP, 36, 4790);
        shouldNotBeRoce(PublishedVectors.ROCE_V2_IPV4_CNP, 14, 0x5500);
        shouldNotBeRoce(PublishedVectors.ROCE_V1_ACK, 14, 0x4020);
        shouldNotBeRoce(PublishedVectors.ROCE_V1_ACK, 20, 0x1c40);
        shouldNotBeRoce(PublishedVectors.ROCE_V2_IPV6_UC_SEND, 6, 0x3aff);
        shouldNotBeRoce(PublishedVectors.ROCE_V2_IPV6_UC_SEND, 42, 4790);
    }

    private void shouldNotBeRoce(PublishedVectors vector, int at, int value) {
        ByteBuffer b = shifted(vector.bytes());
        b.putShort(AT + at, (short) value);
        LinkLayer link = vector.ethernet() ? LinkLayer.ETHERNET : LinkLayer.RAW_IP;
        assertThat(wrap(b, link)).as("%s at %d", vector, at).isEqualTo(FrameStatus.NOT_ROCE);
        assertThat(frame.hasBth()).isFalse();
        assertThat(frame).hasToString("NOT_ROCE");
    }

    @Test
    void shouldRefuseALengthThatTheBufferDoesNotHave() {
        ByteBuffer b = shifted(PublishedVectors.ROCE_V1_ACK.bytes());
        assertThatThrownBy(() -> frame.wrap(b, AT, b.limit(), LinkLayer.ETHERNET))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(new RoceFrame()).hasToString("NOT_ROCE");
    }

    private FrameStatus wrap(ByteBuffer b, LinkLayer link) {
        return frame.wrap(b, AT, b.limit() - AT, link);
    }

    private static ByteBuffer shifted(ByteBuffer bytes) {
        return ByteBuffer.allocate(AT + bytes.limit()).put(AT, bytes, 0, bytes.limit());
    }
}
