package org.urdma4j.simulation.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.agrona.collections.LongHashSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.transport.seal.Rotation;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What somebody on the way has of protected traffic of every kind, with losses, repair and
 * retransmissions: no data, no key of memory, no address.
 */
class SealedCaptureTest {
    private static final List<Long> SEEDS = List.of(2L, 16L, 28L);
    private static final ValueLayout.OfLong ANYWHERE =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    // Of the file's format, in bytes.
    private static final int FILE_HEADER = 24;
    private static final int RECORD_HEADER = 16;
    private static final int RECORD_LENGTH = 8;

    @TempDir private static Path folder;
    private static final LongHashSet PLAIN = new LongHashSet();
    private static final List<Integer> R_KEYS = new ArrayList<>();
    private static final List<Long> ADDRESSES = new ArrayList<>();
    private static Path capture;
    private static ByteBuffer bytes;
    private static long packets;

    @BeforeAll
    static void record() throws IOException {
        capture = folder.resolve("sealed.pcap");
        try (PcapWriter writer = PcapWriter.create(capture, LinkType.ETHERNET)) {
            for (long seed : SEEDS) {
                TrafficConfig config = TrafficConfig.random(seed).urdma().judged();
                TrafficRun run = new TrafficRun(config, new Rotation(8, 5_000_000L));
                run.ends().forEach(SealedCaptureTest::note);
                run.capture(writer);
                run.run();
                packets += run.packets();
            }
        }
        bytes = ByteBuffer.wrap(Files.readAllBytes(capture));
    }

    /** Its random bytes, in every place of eight, are what must not be seen. */
    private static void note(TrafficEnd end) {
        MemorySegment memory = end.memory.actual;
        for (long at = 0; at + Long.BYTES <= memory.byteSize(); at++) {
            PLAIN.add(memory.get(ANYWHERE, at));
        }
        R_KEYS.add(end.region.rkey());
        ADDRESSES.add(end.region.addr());
    }

    @Test
    void shouldShowNoEightBytesOfTheData() {
        assertThat(PLAIN.size()).isGreaterThan(100_000);
        assertThat(bytes.limit()).isGreaterThan(1_000_000);
        for (int at = 0; at + Long.BYTES <= bytes.limit(); at++) {
            if (PLAIN.contains(bytes.getLong(at))) {
                throw new AssertionError("data at byte %d of the capture".formatted(at));
            }
        }
    }

    @Test
    void shouldShowNoKeyAndNoAddressOfMemory() {
        int end = FILE_HEADER;
        while (end < bytes.limit()) { // what comes before a packet isn't of the wire
            int begin = end + RECORD_HEADER;
            end = begin + bytes.getInt(end + RECORD_LENGTH);
            for (int at = begin; at + Long.BYTES <= end; at++) {
                assertHidden(at, R_KEYS.contains(bytes.getInt(at)));
                assertHidden(at, ADDRESSES.contains(bytes.getLong(at)));
            }
        }
    }

    private static void assertHidden(int at, boolean seen) {
        if (seen) {
            throw new AssertionError("a key or address at byte %d of the capture".formatted(at));
        }
    }

    @Test
    @Tag("oracle")
    void shouldBeNothingButSealedPacketsToWireshark() throws Exception {
        List<String> seen =
                Judge.tshark(
                        capture,
                        "-o ip.check_checksum:TRUE -T fields -e infiniband.bth.opcode"
                                + " -e infiniband.bth.padcnt -e infiniband.bth.a -e _ws.malformed");

        assertThat(seen).hasSize(Math.toIntExact(packets));
        assertThat(seen.stream().map(String::strip).distinct()).hasSize(1);
        assertThat(seen.getFirst()).startsWith("224");
    }

    @Test
    @Tag("oracle")
    void shouldHaveTheRightIcrcOnEveryPacket() throws Exception {
        List<String> verdicts = Judge.icrcs(capture);

        assertThat(verdicts).hasSize(Math.toIntExact(packets));
        assertThat(verdicts).allMatch(verdict -> verdict.startsWith("right"));
    }
}
