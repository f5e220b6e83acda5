package org.urdma4j.codec.pcap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class GoldenCapturesTest {
    @ParameterizedTest
    @CsvSource({
        "golden-rc-v4.pcap, 81",
        "golden-uc-v4.pcap, 16",
        "golden-ud-v4.pcap, 4",
        "golden-nak-rnr.pcap, 6"
    })
    void shouldReadEveryPacketOfTheSoftRoceCaptures(String name, int count) throws IOException {
        Path file = Captures.FOLDER.resolve(name);

        List<CaptureRecord> packets = Captures.read(file);

        assertThat(packets).hasSize(count);
        assertThat(packets)
                .allSatisfy(packet -> {
                    assertThat(packet.linkType()).isEqualTo(LinkType.ETHERNET);
                    assertThat(packet.isCutShort()).isFalse();
                    assertThat(packet.bytes().getShort(12)).isEqualTo((short) 0x0800);
                });
        assertThat(packets.stream().mapToLong(CaptureRecord::capturedLength).sum() + 16L * count)
                .isEqualTo(Files.size(file) - 24);
    }
}
