package org.urdma4j.codec.pcap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;

/** Whatever is done to a capture, reading gives sound records, then an end or one exception. */
class DamagedCaptureTest {
    static Stream<byte[]> captures() throws IOException {
        return Stream.of(
                Files.readAllBytes(Captures.FOLDER.resolve("golden-ud-v4.pcap")),
                pcapng(ByteOrder.BIG_ENDIAN),
                pcapng(ByteOrder.LITTLE_ENDIAN));
    }

    private static byte[] pcapng(ByteOrder order) {
        PcapngBytes file = new PcapngBytes();
        return file.section(order)
                .interfaceDescription(LinkType.ETHERNET, 64, file.option(9, (byte) 9))
                .enhanced(0, 1, 5, new byte[] {1, 2, 3, 4, 5})
                .simple(3, new byte[] {6, 7, 8})
                .block(4, file.body(24))
                .obsolete(0, 0, 3, 2, new byte[] {9, 10})
                .section(order)
                .interfaceDescription(LinkType.RAW, 64)
                .enhanced(0, 4, 60, new byte[] {11})
                .toArray();
    }

    @ParameterizedTest
    @MethodSource("captures")
    void shouldReadWhatStandsBeforeACutAtAnyByte(byte[] capture) throws IOException {
        List<CaptureRecord> whole = Captures.read(capture);
        assertThat(whole).hasSize(4);
        int cleanEnds = 0;
        for (int length = 0; length < capture.length; length++) {
            List<CaptureRecord> records = new ArrayList<>();
            boolean clean = readInto(records, Arrays.copyOf(capture, length));

            assertThat(records.size()).isLessThanOrEqualTo(whole.size());
            assertThat(records).isEqualTo(whole.subList(0, records.size()));
            cleanEnds += clean ? 1 : 0;
        }
        assertThat(cleanEnds).as("cuts between two records or blocks").isBetween(4, 9);
    }

    @ParameterizedTest
    @MethodSource("captures")
    void shouldSurviveEveryWrongBit(byte[] capture) throws IOException {
        for (int at = 0; at < capture.length; at++) {
            byte original = capture[at];
            for (int bit = 0; bit < 8; bit++) {
                capture[at] = (byte) (original ^ 1 << bit);
                readInto(new ArrayList<>(), capture);
            }
            capture[at] = original;
        }
    }

    @Test
    void shouldSurviveNoise() throws IOException {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(1);
        List<byte[]> captures = captures().toList();
        for (int i = 0; i < 5_000; i++) {
            byte[] capture = captures.get(i % captures.size()).clone();
            for (int flips = random.nextInt(1, 20); flips > 0; flips--) {
                capture[random.nextInt(capture.length)] = (byte) random.nextInt();
            }
            readInto(new ArrayList<>(), capture);
        }
    }

    private static boolean readInto(List<CaptureRecord> records, byte[] capture)
            throws IOException {
        try {
            Captures.readInto(records, capture);
            return true;
        } catch (CaptureException e) {
            assertThat(e.getMessage()).startsWith("test.pcap: ").doesNotContain("\n");
            return false;
        }
    }
}
