package org.urdma4j.codec.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

class PcapWriterTest {
    @TempDir private Path folder;

    @Test
    void shouldWriteNanosecondPcap() throws IOException {
        Path file = folder.resolve("one.pcap");
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            writer.write(1_700_000_000_000_000_009L, ByteBuffer.wrap(new byte[] {1, 2}), 60);
        }

        assertThat(HexFormat.of().formatHex(Files.readAllBytes(file)))
                .isEqualTo(
                        "a1b23c4d"
                                + "00020004"
                                + "0000000000000000"
                                + "00040000"
                                + "00000001"
                                + "6553f100"
                                + "00000009"
                                + "00000002"
                                + "0000003c"
                                + "0102");
    }

    @Test
    void shouldWriteWhatTheReaderReads() throws IOException {
        Path file = folder.resolve("many.pcap");
        byte[] payload = new byte[4200];
        try (PcapWriter writer = PcapWriter.create(file, LinkType.RAW)) {
            for (int i = 0; i < 1000; i++) {
                payload[0] = (byte) i;
                ByteBuffer packet = ByteBuffer.wrap(payload, 0, i);
                writer.write(i * 1_000_000_001L, packet, Math.max(i, 500));
                assertThat(packet.remaining()).isEqualTo(i);
            }
        }

        List<CaptureRecord> packets = Captures.read(file);

        assertThat(packets).hasSize(1000);
        for (int i = 0; i < 1000; i++) {
            payload[0] = (byte) i;
            assertThat(packets.get(i))
                    .isEqualTo(
                            new CaptureRecord(
                                    LinkType.RAW,
                                    i * 1_000_000_001L,
                                    Math.max(i, 500),
                                    ByteBuffer.wrap(payload, 0, i)));
        }
    }

    @Test
    void shouldReplaceALongerFile() throws IOException {
        Path file = Files.write(folder.resolve("old.pcap"), new byte[5000]);

        PcapWriter.create(file, LinkType.ETHERNET).close();

        assertThat(file).hasSize(24);
    }

    @Test
    void shouldHoldThePacketsThatWereFlushed() throws IOException {
        Path file = folder.resolve("live.pcap");
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            writer.write(0, ByteBuffer.allocate(10));
            writer.flush();

            assertThat(Captures.read(file)).hasSize(1);
        }
    }

    @Test
    void shouldRefuseWhatTheFormatCannotHold() throws IOException {
        try (PcapWriter writer = PcapWriter.create(folder.resolve("x.pcap"), LinkType.ETHERNET)) {
            ByteBuffer packet = ByteBuffer.allocate(256 * 1024);
            assertThatThrownBy(() -> writer.write(0, packet))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("at most 262128 bytes");
            packet.limit(10);
            assertThatThrownBy(() -> writer.write(0, packet, 9))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> writer.write(-1, packet))
                    .hasMessageContaining("outside 1970 to 2106");
            assertThatThrownBy(() -> writer.write(4_294_967_296_000_000_000L, packet))
                    .hasMessageContaining("outside 1970 to 2106");
            writer.write(4_294_967_295_999_999_999L, packet);
        }
        assertThat(Captures.read(folder.resolve("x.pcap")).getFirst().timestampNs())
                .isEqualTo(4_294_967_295_999_999_999L);
    }
}
