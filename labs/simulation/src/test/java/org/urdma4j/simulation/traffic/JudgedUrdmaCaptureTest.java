package org.urdma4j.simulation.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.codec.urdma.UrdmaOpcode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Mixed URDMA traffic over lossy links, judged by others: to Wireshark it is RoCEv2 with opcodes
 * that it doesn't know, and the ICRC is what scapy, and a few lines of Python, make it.
 */
@Tag("oracle")
class JudgedUrdmaCaptureTest {
    /** Small packets, repair both ways, receives that come late; the first has probes as well. */
    private static final List<Long> SEEDS = List.of(2L, 16L, 28L);

    private static final int BTH = 14 + 20 + 8;
    private static final int ICRC = 4;

    @TempDir private static Path folder;
    private static Path capture;
    private static long packets;

    @BeforeAll
    static void record() throws IOException {
        capture = folder.resolve("urdma.pcap");
        try (PcapWriter writer = PcapWriter.create(capture, LinkType.ETHERNET)) {
            for (long seed : SEEDS) {
                TrafficRun run = new TrafficRun(TrafficConfig.random(seed).urdma().judged());
                run.capture(writer);
                run.run();
                packets += run.packets();
            }
        }
    }

    /** A judge that never saw a kind of packet has said nothing about it. */
    @Test
    void shouldHaveEveryKindOfPacket() throws IOException {
        assertThat(frames()).hasSize(Math.toIntExact(packets));
        List<Integer> opcodes = frames().stream().map(b -> b.get(BTH) & 0xff).distinct().toList();
        assertThat(opcodes)
                .containsAll(
                        IntStream.rangeClosed(UrdmaOpcode.SEND_FIRST, UrdmaOpcode.PROBE)
                                .filter(UrdmaOpcode::isUrdma)
                                .boxed()
                                .toList());
    }

    @Test
    void shouldBeRoceToWireshark() throws Exception {
        List<String> seen =
                Judge.tshark(
                        capture,
                        "-o ip.check_checksum:TRUE -T fields"
                                + " -e ip.proto -e ip.checksum.status -e ip.len -e udp.dstport"
                                + " -e udp.length -e infiniband.bth.opcode"
                                + " -e infiniband.bth.se -e infiniband.bth.m"
                                + " -e infiniband.bth.padcnt -e infiniband.bth.tver"
                                + " -e infiniband.bth.p_key -e infiniband.bth.destqp"
                                + " -e infiniband.bth.a -e infiniband.bth.psn -e _ws.malformed");

        List<ByteBuffer> frames = frames();
        assertThat(seen).hasSize(frames.size());
        for (int i = 0; i < seen.size(); i++) {
            assertThat(seen.get(i)).as("frame %d", i + 1).isEqualTo(wiresharksLine(frames.get(i)));
        }
    }

    /** What the fields are by the picture of the BTH in the specification, chapter 9.2. */
    private static String wiresharksLine(ByteBuffer b) {
        int flags = b.get(BTH + 1);
        List<Object> fields =
                List.of(
                        17,
                        1,
                        b.limit() - 14,
                        4791,
                        b.limit() - 14 - 20,
                        b.get(BTH) & 0xff,
                        (flags >> 7) & 1,
                        (flags >> 6) & 1,
                        (flags >> 4) & 3,
                        flags & 15,
                        b.getShort(BTH + 2) & 0xffff,
                        "0x%06x".formatted(b.getInt(BTH + 4) & 0xff_ffff),
                        (b.get(BTH + 8) >> 7) & 1,
                        b.getInt(BTH + 8) & 0xff_ffff);
        return fields.stream().map(Object::toString).collect(Collectors.joining("\t", "", "\t"));
    }

    @Test
    void shouldHaveTheIcrcThatOthersCompute() throws Exception {
        assertThat(judged(capture)).isEqualTo(Map.of("right", packets));

        // and the judges are no yes-men
        ByteBuffer first = frames().getFirst();
        Path damaged = folder.resolve("damaged.pcap");
        try (PcapWriter writer = PcapWriter.create(damaged, LinkType.ETHERNET)) {
            for (int at : List.of(BTH + 2, first.limit() - ICRC - 1, first.limit() - 1)) {
                ByteBuffer copy =
                        ByteBuffer.allocate(first.limit()).put(0, first, 0, first.limit());
                writer.write(0, copy.put(at, (byte) (copy.get(at) ^ 1)));
            }
        }
        assertThat(judged(damaged)).isEqualTo(Map.of("wrong", 3L));
    }

    private static Map<String, Long> judged(Path file) throws Exception {
        return Judge.icrcs(file).stream()
                .map(line -> line.substring(0, line.indexOf(' ')))
                .collect(Collectors.groupingBy(verdict -> verdict, Collectors.counting()));
    }

    private static List<ByteBuffer> frames() throws IOException {
        List<ByteBuffer> frames = new ArrayList<>();
        try (CaptureReader reader = CaptureReader.open(capture)) {
            for (CaptureRecord record = reader.next(); record != null; record = reader.next()) {
                ByteBuffer copy = ByteBuffer.allocate(record.capturedLength());
                frames.add(copy.put(0, record.bytes(), 0, record.capturedLength()));
            }
        }
        return frames;
    }
}
