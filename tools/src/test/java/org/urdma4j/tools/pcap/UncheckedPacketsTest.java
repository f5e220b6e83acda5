package org.urdma4j.tools.pcap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.tools.Invocation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

class UncheckedPacketsTest {
    private static final int ETHERNET = 14;
    private static final int IPV4_UDP = 28;
    private static final int TRANSPORT = ETHERNET + IPV4_UDP;

    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 40})
    void shouldNotCheckADatagramCapturedBeforeItsSegmentation(int more) throws IOException {
        byte[] middle = softRoceMiddle();

        Invocation result = check(superPacket(middle, more));

        assertThat(result.status()).isZero();
        assertThat(result.out())
                .contains("ICRC: 0 right, 0 wrong, 1 unchecked")
                .contains("unchecked: 1 captured before segmentation or after merging (GSO, GRO)")
                .contains("hint: capture at another host")
                .contains("ethtool -K")
                .contains("1 UC_SEND_MIDDLE");
    }

    @Test
    void shouldTellSegmentsFromAPacketThatIsDamaged() throws IOException {
        byte[] datagram = superPacket(softRoceMiddle(), 1);
        datagram[TRANSPORT + 100] ^= 1; // in the first segment

        assertThat(check(datagram).out()).contains("ICRC: 0 right, 1 wrong, 0 unchecked");
    }

    @Test
    void shouldNotCheckAPacketThatIsLongerThanAnyMtu() throws IOException {
        byte[] datagram = superPacket(softRoceMiddle(), 4);
        datagram[TRANSPORT + 100] ^= 1;

        assertThat(check(datagram).out())
                .contains("ICRC: 0 right, 0 wrong, 1 unchecked", "unchecked: 1 captured before");
    }

    @Test
    void shouldNotCheckAnIpv6DatagramCapturedBeforeItsSegmentation() throws IOException {
        byte[] packet = Vectors.UC_SEND_IPV6;
        int headers = 48;
        byte[] datagram =
                ByteBuffer.allocate(packet.length * 2 - headers)
                        .put(packet)
                        .put(packet, headers, packet.length - headers)
                        .putShort(4, (short) (2 * packet.length - headers - 40))
                        .putShort(44, (short) (2 * packet.length - headers - 40))
                        .array();
        Path file = Vectors.write(folder.resolve("a.pcap"), LinkType.IPV6, datagram);

        assertThat(Invocation.of("pcap", "check", file).out())
                .contains("unchecked: 1 captured before segmentation");
    }

    @Test
    void shouldNotCheckPacketsThatTheCaptureCutShort() throws IOException {
        Path file = folder.resolve("snaplen.pcap");
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            ByteBuffer packet = ByteBuffer.wrap(Vectors.ROCE_V1_WRITE);
            for (int length = 0; length < packet.capacity(); length++) {
                writer.write(0, packet.limit(length), packet.capacity());
            }
        }

        Invocation result = Invocation.of("pcap", "check", file);

        assertThat(result.status()).isZero();
        assertThat(result.out())
                .contains("0 right, 0 wrong")
                .contains("cut short by the capture")
                .contains("-s 0")
                .containsPattern("\\d RC_RDMA_WRITE_ONLY\n");
    }

    @Test
    void shouldNotCheckFragments() throws IOException {
        byte[] packet = Vectors.CNP.clone();
        packet[ETHERNET + 6] = 0x20; // more fragments

        assertThat(check(packet).out())
                .contains("0 right, 0 wrong, 1 unchecked", "unchecked: 1 fragmented by IP");
    }

    @Test
    void shouldNotCheckPacketsWithoutRoomForAnIcrc() throws IOException {
        byte[] packet = Vectors.CNP.clone();
        packet[ETHERNET + 3] = IPV4_UDP + 8; // IP total length
        packet[ETHERNET + 25] = 16; // UDP length

        assertThat(check(packet).out())
                .contains("0 right, 0 wrong, 1 unchecked", "unchecked: 1 too short");
    }

    /** A MIDDLE packet of Soft-RoCE with a path MTU of 1024. */
    private static byte[] softRoceMiddle() throws IOException {
        List<byte[]> packets = Vectors.packets(Vectors.capture("golden-uc-v4.pcap"));
        return packets.stream()
                .filter(packet -> packet[TRANSPORT] == 0x21)
                .findFirst()
                .orElseThrow();
    }

    /** As the sender's kernel hands it to a capture: one header, then segment after segment. */
    private static byte[] superPacket(byte[] first, int more) {
        int segment = first.length - TRANSPORT;
        ByteBuffer all = ByteBuffer.allocate(first.length + more * segment).put(first);
        for (int i = 0; i < more; i++) {
            all.put(first, TRANSPORT, segment);
        }
        int total = IPV4_UDP + (more + 1) * segment;
        return all.putShort(ETHERNET + 2, (short) total)
                .putShort(ETHERNET + 24, (short) (total - 20))
                .array();
    }

    private Invocation check(byte[] packet) throws IOException {
        return Invocation.of(
                "pcap",
                "check",
                Vectors.write(folder.resolve("a.pcap"), LinkType.ETHERNET, packet));
    }
}
