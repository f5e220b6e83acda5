package org.urdma4j.codec.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

class PcapReadingTest {
    @ParameterizedTest
    @CsvSource({
        "a1b2c3d4, BIG_ENDIAN, 1700000000123456000",
        "a1b2c3d4, LITTLE_ENDIAN, 1700000000123456000",
        "a1b23c4d, BIG_ENDIAN, 1700000000000123456",
        "a1b23c4d, LITTLE_ENDIAN, 1700000000000123456"
    })
    void shouldReadBothByteOrdersAndBothResolutions(String magic, String order, long timestampNs)
            throws IOException {
        ByteBuffer file =
                header((int) Long.parseLong(magic, 16), order, LinkType.RAW)
                        .putInt(1_700_000_000)
                        .putInt(123_456)
                        .putInt(3)
                        .putInt(1500)
                        .put(new byte[] {7, 8, 9});

        List<CaptureRecord> packets = Captures.read(written(file));

        assertThat(packets).hasSize(1);
        CaptureRecord packet = packets.getFirst();
        assertThat(packet.linkType()).isEqualTo(LinkType.RAW);
        assertThat(packet.timestampNs()).isEqualTo(timestampNs);
        assertThat(packet.originalLength()).isEqualTo(1500);
        assertThat(packet.isCutShort()).isTrue();
        assertThat(Captures.bytes(packet)).containsExactly(7, 8, 9);
        assertThat(packet.bytes().order()).isEqualTo(ByteOrder.BIG_ENDIAN);
    }

    @Test
    void shouldTakeSecondsAsUnsigned() throws IOException {
        ByteBuffer file =
                header(0xa1b2c3d4, "BIG_ENDIAN", 1).putInt(-1).putInt(0).putInt(0).putInt(0);

        assertThat(Captures.read(written(file)).getFirst().timestampNs())
                .isEqualTo(4_294_967_295_000_000_000L);
    }

    @Test
    void shouldLeaveTheFrameCheckSequenceBitsOutOfTheLinkType() throws IOException {
        ByteBuffer file =
                header(0xa1b2c3d4, "BIG_ENDIAN", 0x2400_0001).putLong(0).putInt(0).putInt(0);

        assertThat(Captures.read(written(file)).getFirst().linkType()).isEqualTo(LinkType.ETHERNET);
    }

    @Test
    void shouldReadAFileWithoutPackets() throws IOException {
        assertThat(Captures.read(written(header(0xa1b2c3d4, "LITTLE_ENDIAN", 1)))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'', 'test.pcap: is empty'",
        "a1b2, 'test.pcap: cut short at byte 0: the magic number needs 4 bytes, 2 are left'",
        "7f454c46, 'test.pcap: is not a capture file: starts with 0x7f454c46, which is neither"
                + " pcap nor pcapng'",
        "1f8b0800, 'test.pcap: is compressed with gzip; unpack it first'",
        "a1b2c3d40003000400000000000000000000000000000001, "
                + "'test.pcap: damaged at byte 4: pcap version 3 is not 2'"
    })
    void shouldSayWhyItIsNoCapture(String hex, String message) {
        assertThatThrownBy(() -> Captures.read(HexFormat.of().parseHex(hex)))
                .isInstanceOf(CaptureException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource({
        "262145, 262145", // longer than libpcap captures
        "-1, 60",
        "60, -2147483648"
    })
    void shouldRefuseAnImplausibleLength(int captured, int original) {
        ByteBuffer file =
                header(0xa1b2c3d4, "LITTLE_ENDIAN", 1).putLong(0).putInt(captured).putInt(original);

        assertThatThrownBy(() -> Captures.read(written(file)))
                .isInstanceOf(CaptureException.class)
                .hasMessageStartingWith("test.pcap: damaged at byte 24: implausible packet length");
    }

    @Test
    void shouldNameTheFileInOneLine(@TempDir Path folder) throws IOException {
        Path missing = folder.resolve("nothing\nhere.pcap");
        assertThatThrownBy(() -> CaptureReader.open(folder.resolve("missing.pcap")))
                .hasMessage(folder.resolve("missing.pcap") + ": no such file");
        assertThatThrownBy(() -> CaptureReader.open(folder))
                .hasMessage(folder + ": is a folder, not a capture file");
        Files.createFile(missing);
        assertThatThrownBy(() -> CaptureReader.open(missing))
                .hasMessageEndingWith("nothing?here.pcap: is empty");
    }

    @Test
    void shouldThrowTheSameExceptionAgainAfterDamage() throws IOException {
        byte[] file = written(header(0xa1b2c3d4, "BIG_ENDIAN", 1).putInt(5));
        try (CaptureReader reader =
                CaptureReader.open(
                        "cut.pcap", Channels.newChannel(new ByteArrayInputStream(file)))) {
            CaptureException first = catchNext(reader);

            assertThat(first)
                    .hasMessage(
                            "cut.pcap: cut short at byte 24: a packet header needs 16 bytes,"
                                    + " 4 are left");
            assertThat(catchNext(reader)).isSameAs(first);
        }
    }

    private static CaptureException catchNext(CaptureReader reader) {
        return catchThrowableOfType(CaptureException.class, reader::next);
    }

    private static ByteBuffer header(int magic, String order, int linkType) {
        return ByteBuffer.allocate(1024)
                .order(order.startsWith("BIG") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN)
                .putInt(magic)
                .putShort((short) 2)
                .putShort((short) 4)
                .putLong(0)
                .putInt(65_535)
                .putInt(linkType);
    }

    private static byte[] written(ByteBuffer file) {
        byte[] bytes = new byte[file.position()];
        file.get(0, bytes);
        return bytes;
    }
}
