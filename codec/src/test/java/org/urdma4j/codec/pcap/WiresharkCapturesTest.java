package org.urdma4j.codec.pcap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.testing.ExternalTool;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** Files as Wireshark's own tools write and read them. */
@Tag("oracle")
class WiresharkCapturesTest {
    @TempDir private Path folder;

    @BeforeAll
    static void requireWireshark() throws InterruptedException {
        ExternalTool.require("tshark isn't installed (Debian: tshark)", "tshark", "--version");
        ExternalTool.require("editcap isn't installed (Debian: tshark)", "editcap", "--help");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pcapng", "nsecpcap", "pcap"})
    void shouldReadWhatEditcapWrites(String format) throws Exception {
        Path original = Captures.FOLDER.resolve("golden-rc-v4.pcap");
        Path converted = folder.resolve("converted");
        ExternalTool.run("editcap", "-F", format, original.toString(), converted.toString());

        assertThat(Captures.read(converted)).isEqualTo(Captures.read(original));
    }

    @Test
    void shouldReadInterfacesOfSeveralLinkTypes() throws Exception {
        Path raw = folder.resolve("raw.pcap");
        try (PcapWriter writer = PcapWriter.create(raw, LinkType.RAW)) {
            writer.write(1, ByteBuffer.wrap(new byte[] {0x45, 0, 0}), 60);
        }
        Path ethernet = Captures.FOLDER.resolve("golden-ud-v4.pcap");
        Path merged = folder.resolve("merged.pcapng");
        ExternalTool.run(
                "mergecap",
                "-F",
                "pcapng",
                "-w",
                merged.toString(),
                ethernet.toString(),
                raw.toString());

        List<CaptureRecord> packets = Captures.read(merged);

        assertThat(packets).hasSize(5);
        assertThat(packets.getFirst()).isEqualTo(Captures.read(raw).getFirst());
        assertThat(packets.subList(1, 5)).isEqualTo(Captures.read(ethernet));
    }

    @Test
    void shouldWriteWhatTsharkReads() throws Exception {
        Path file = folder.resolve("written.pcap");
        List<CaptureRecord> packets = Captures.read(Captures.FOLDER.resolve("golden-uc-v4.pcap"));
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            for (CaptureRecord packet : packets) {
                writer.write(packet.timestampNs() + 7, packet.bytes(), packet.originalLength());
            }
        }

        List<String> read =
                ExternalTool.run(
                        "tshark",
                        "-r",
                        file.toString(),
                        "-T",
                        "fields",
                        "-e",
                        "frame.time_epoch",
                        "-e",
                        "frame.len",
                        "-e",
                        "infiniband.bth.opcode");

        assertThat(read)
                .hasSize(16)
                .element(0)
                .isEqualTo(
                        "%d.%09d\t%d\t%d"
                                .formatted(
                                        packets.getFirst().timestampNs() / 1_000_000_000,
                                        packets.getFirst().timestampNs() % 1_000_000_000 + 7,
                                        packets.getFirst().originalLength(),
                                        packets.getFirst().bytes().get(42)));
    }
}
