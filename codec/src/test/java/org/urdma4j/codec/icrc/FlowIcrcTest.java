package org.urdma4j.codec.icrc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.codec.testing.CaptureFiles;
import org.urdma4j.codec.testing.Frames;
import org.urdma4j.codec.testing.SamplePacket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

class FlowIcrcTest {
    private static final int[] PAYLOADS = {0, 1, 2, 3, 4, 255, 1024, 4096};

    private final Icrc icrc = new Icrc();
    private final FlowIcrc flowIcrc = new FlowIcrc();

    private static IcrcFlow ipv4Flow() {
        return new IcrcFlow(
                ipv4(Frames.SOURCE_IPV4),
                ipv4(Frames.DESTINATION_IPV4),
                Frames.SOURCE_PORT,
                Udp.ROCE_PORT);
    }

    private static IcrcFlow ipv6Flow() {
        return new IcrcFlow(
                ipv6(Frames.IPV6_PREFIX, Frames.SOURCE_IPV6),
                ipv6(Frames.IPV6_PREFIX, Frames.DESTINATION_IPV6),
                Frames.SOURCE_PORT,
                Udp.ROCE_PORT);
    }

    @Test
    void shouldMakeUpTheIpv4Header() {
        IcrcFlow flow = ipv4Flow();
        assertThat(flow.isIpv4()).isTrue();
        ByteBuffer b = ByteBuffer.allocate(5000);
        for (int payload : PAYLOADS) {
            int length = SamplePacket.write(b, 28, Opcode.RC_SEND_ONLY, payload);
            Frames.writeNetwork(b, 0, Encapsulation.ROCE_V2_IPV4, length);
            for (int identification : new int[] {0, 1, 15, 255, 256, 0x8123, 0xffff}) {
                Ipv4.setIdentification(b, 0, identification);
                assertThat(flowIcrc.compute(flow, b, 28, length, identification))
                        .isEqualTo(icrc.overIpv4(b, 0, 28 + length));
            }
        }
    }

    @Test
    void shouldTakeAPartFromElsewhere() {
        IcrcFlow flow = ipv4Flow();
        OutlyingPart part = new OutlyingPart();
        ByteBuffer elsewhere = ByteBuffer.allocateDirect(6000).position(3).limit(5000);
        ByteBuffer b = ByteBuffer.allocate(5000);
        for (int payload : PAYLOADS) {
            int length = SamplePacket.write(b, 28, Opcode.RC_RDMA_WRITE_ONLY, payload);
            int first = 28 + Opcode.headerLength(Opcode.RC_RDMA_WRITE_ONLY);
            int expected = flowIcrc.compute(flow, b, 28, length, 7);
            int transport = icrc.transportOnly(b, 28, length);
            for (int at : new int[] {first, first + payload / 2}) {
                int n = first + payload - at;
                byte[] there = new byte[n];
                b.get(at, there).put(at, new byte[n]); // the packet has but room for them
                elsewhere.put(17, there);
                part.set(at, n, elsewhere, 17);
                assertThat(flowIcrc.compute(flow, b, 28, length, 7, part)).isEqualTo(expected);
                assertThat(icrc.transportOnly(b, 28, length, part)).isEqualTo(transport);
                b.put(at, there);
            }
        }
        assertThat(elsewhere.position()).isEqualTo(3);
        assertThat(elsewhere.limit()).isEqualTo(5000);
    }

    @Test
    void shouldMakeUpTheIpv6Header() {
        IcrcFlow flow = ipv6Flow();
        assertThat(flow.isIpv4()).isFalse();
        ByteBuffer b = ByteBuffer.allocate(5000);
        for (int payload : PAYLOADS) {
            int length = SamplePacket.write(b, 48, Opcode.RC_RDMA_WRITE_ONLY, payload);
            Frames.writeNetwork(b, 0, Encapsulation.ROCE_V2_IPV6, length);
            assertThat(flowIcrc.compute(flow, b, 48, length, 77))
                    .isEqualTo(icrc.overIpv6(b, 0, 48 + length));
        }
    }

    /** Several flows, so many lengths that what is remembered is overwritten, and any bits. */
    @Test
    void shouldComputeWhatTheRecipeSays() {
        RandomGenerator random = new SplittableRandom(1);
        Encapsulation[] kinds = {Encapsulation.ROCE_V2_IPV4, Encapsulation.ROCE_V2_IPV6};
        IcrcFlow[] flows = {ipv4Flow(), ipv6Flow()};
        ByteBuffer b = ByteBuffer.allocateDirect(1 << 16);
        byte[] bytes = new byte[2_000];
        for (int i = 0; i < 5_000; i++) {
            int of = i & 1;
            int headers = Frames.headerLength(kinds[of]);
            int length = Bth.LENGTH + random.nextInt(i % 4 == 0 ? 1_500 : 40);
            random.nextBytes(bytes);
            b.put(headers, bytes);
            if (i % 8 < 4) {
                b.put(headers + Bth.VARIANT, (byte) 0);
            }
            Frames.writeNetwork(b, 0, kinds[of], length);
            int identification = random.nextInt(i % 16 < 8 ? 4 : 65_536);
            if (of == 0) {
                Ipv4.setIdentification(b, 0, identification);
            }

            assertThat(flowIcrc.compute(flows[of], b, headers, length, identification))
                    .isEqualTo(BitwiseIcrc.of(kinds[of], b, 0, headers + length));
        }
    }

    @Test
    void shouldComputeThatOfTheLongestDatagram() {
        ByteBuffer b = ByteBuffer.allocate(65_535 - Icrc.LENGTH);
        int headers = Frames.headerLength(Encapsulation.ROCE_V2_IPV4);
        int length = b.capacity() - headers;
        Frames.writeNetwork(b, 0, Encapsulation.ROCE_V2_IPV4, length);
        Ipv4.setIdentification(b, 0, 63);
        assertThat(flowIcrc.compute(ipv4Flow(), b, headers, length, 63))
                .isEqualTo(BitwiseIcrc.of(Encapsulation.ROCE_V2_IPV4, b, 0, b.capacity()));
    }

    @Test
    void shouldRefuseAPacketThatIsNotThere() {
        ByteBuffer b = ByteBuffer.allocate(100);
        assertThatThrownBy(() -> flowIcrc.compute(ipv4Flow(), b, 8, 93, 0))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> flowIcrc.compute(ipv4Flow(), b, 97, 0, 0))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"golden-rc-v4.pcap", "golden-uc-v4.pcap", "boot-rping-cm.pcap"})
    void shouldGiveTheIcrcOfCapturedPackets(String file) throws IOException {
        for (RoceFrame frame : CaptureFiles.roceFrames(file)) {
            ByteBuffer b = frame.buffer();
            int ip = frame.networkOffset();
            IcrcFlow flow =
                    new IcrcFlow(
                            ipv4(Ipv4.source(b, ip)),
                            ipv4(Ipv4.destination(b, ip)),
                            Udp.sourcePort(b, frame.udpOffset()),
                            Udp.destinationPort(b, frame.udpOffset()));
            assertThat(
                            flowIcrc.compute(
                                    flow,
                                    b,
                                    frame.transportOffset(),
                                    frame.transportLength(),
                                    Ipv4.identification(b, ip)))
                    .isEqualTo(Icrc.get(b, frame.icrcOffset()));
        }
    }

    @Test
    void shouldSayWhatIsWrongWithAFlow() {
        byte[] four = new byte[4];
        byte[] sixteen = new byte[16];
        assertThatThrownBy(() -> new IcrcFlow(four, sixteen, 1, 2))
                .hasMessageContaining("both IPv4 or both IPv6");
        assertThatThrownBy(() -> new IcrcFlow(new byte[5], new byte[5], 1, 2))
                .hasMessageContaining("4 or 16 bytes");
        assertThatThrownBy(() -> new IcrcFlow(four, four, -1, 2)).hasMessageContaining("-1");
        assertThatThrownBy(() -> new IcrcFlow(four, four, 1, 65536)).hasMessageContaining("65536");
    }

    @ParameterizedTest
    @ValueSource(ints = {12, 28, 32, 1040, 4124, 8008})
    void shouldFindTheFirstOfSeveralSegments(int first) {
        for (Encapsulation encapsulation :
                new Encapsulation[] {Encapsulation.ROCE_V2_IPV4, Encapsulation.ROCE_V2_IPV6}) {
            int headers = Frames.headerLength(encapsulation);
            ByteBuffer b = ByteBuffer.allocate(headers + 3 * (first + Icrc.LENGTH));
            for (int i = headers; i < b.limit(); i++) {
                b.put(i, (byte) ((i * i) >> 3));
            }
            Frames.writeNetwork(b, 0, encapsulation, first);
            int right =
                    encapsulation == Encapsulation.ROCE_V2_IPV4
                            ? icrc.overIpv4(b, 0, headers + first)
                            : icrc.overIpv6(b, 0, headers + first);
            Icrc.put(b, headers + first, right);
            Frames.writeNetwork(b, 0, encapsulation, b.limit() - headers - Icrc.LENGTH);

            RoceFrame frame = new RoceFrame();
            assertThat(frame.wrap(b, 0, b.limit(), LinkLayer.RAW_IP)).isEqualTo(FrameStatus.OK);
            assertThat(icrc.over(frame)).isNotEqualTo(Icrc.get(b, frame.icrcOffset()));
            assertThat(new SegmentFinder().firstSegment(frame)).isEqualTo(first);

            b.put(headers + first - 1, (byte) ~b.get(headers + first - 1));
            assertThat(new SegmentFinder().firstSegment(frame)).isEqualTo(SegmentFinder.NONE);
        }
    }

    @Test
    void shouldFindNoSegmentsInASinglePacket() throws IOException {
        SegmentFinder finder = new SegmentFinder();
        for (RoceFrame frame : CaptureFiles.roceFrames("golden-rc-v4.pcap")) {
            assertThat(finder.firstSegment(frame)).isEqualTo(SegmentFinder.NONE);
        }
        ByteBuffer v1 =
                new Frames().of(Encapsulation.ROCE_V1, Frames.NO_VLAN, Opcode.RC_SEND_ONLY, 64, 0);
        RoceFrame frame = new RoceFrame();
        frame.wrap(v1, 0, v1.limit(), LinkLayer.ETHERNET);
        assertThat(finder.firstSegment(frame)).isEqualTo(SegmentFinder.NONE);
    }

    static byte[] ipv4(int address) {
        return ByteBuffer.allocate(4).putInt(0, address).array();
    }

    private static byte[] ipv6(long high, long low) {
        return ByteBuffer.allocate(16).putLong(0, high).putLong(8, low).array();
    }
}
