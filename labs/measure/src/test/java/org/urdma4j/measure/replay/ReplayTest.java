package org.urdma4j.measure.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.measure.capture.HostAddress;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.pcap.ReplayPace;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Captures, of others and our own, come to the same ends a second time. */
class ReplayTest {
    private static final Path CAPTURES = Path.of("../../codec/src/test/resources/captures");
    private static final long ROOM = 1L << 30;

    /** Opcodes of completions, as libibverbs numbers them. */
    private static final Pattern RECEIVED =
            Pattern.compile("B:? id=\\d+,success,op=(128|129),len=(\\d+)");

    @TempDir private Path folder;

    private static ReplayReport play(Path file, String to) throws IOException {
        ReplayPlan plan = ReplayPlan.of(file);
        HostAddress host =
                plan.hosts().stream().filter(a -> a.toString().equals(to)).findAny().orElseThrow();
        try (Replay replay = new Replay(file, plan, host, ReplayPace.FULL_SPEED, ROOM)) {
            replay.play();
            return replay.report();
        }
    }

    /** Every operation of Soft-RoCE: receives and their lengths as its log has them. */
    @ParameterizedTest
    @ValueSource(strings = {"golden-rc-v4", "golden-uc-v4", "golden-ud-v4"})
    void shouldCompleteWhatSoftRoceCompleted(String name) throws Exception {
        long receives = 0;
        long bytes = 0;
        String log = Files.readString(CAPTURES.resolve(name + ".log"));
        Matcher received = RECEIVED.matcher(log);
        while (received.find()) {
            receives++;
            bytes += Long.parseLong(received.group(2));
        }
        assertThat(receives).isPositive();

        ReplayReport report = play(CAPTURES.resolve(name + ".pcap"), "10.77.0.2");

        assertThat(report.pairs()).hasSize(1);
        ReplayReport.Pair pair = report.pairs().getFirst();
        assertThat(log).contains("'qpn': '0x%06x'".formatted(pair.qp()));
        assertThat(pair.peer()).isEqualTo("10.77.0.1");
        assertThat(pair.state()).as(report.toString()).isEqualTo("RTS");
        assertThat(pair.receives()).isEqualTo(receives);
        assertThat(pair.receivedBytes()).isEqualTo(bytes);
        assertThat(report.counters()).doesNotContainKeys("dropped_icrc", "dropped_malformed");
    }

    @ParameterizedTest
    @CsvSource({
        "ROCE_V1, false, false",
        "ROCE_V2_IPV4, false, false",
        "ROCE_V2_IPV6, true, false",
        "ROCE_V1, true, false",
        "ROCE_V2_IPV4, true, true"
    })
    void shouldEndWithTheSameBytesAndCounters(Encapsulation kind, boolean urdma, boolean fec)
            throws Exception {
        Path file = folder.resolve("lossy.pcap");
        RecordedTransfer.Recorded recorded = RecordedTransfer.of(file, kind, urdma, fec);

        ReplayReport report = play(file, ReplayPlan.of(file).hosts().iterator().next().toString());

        ReplayReport.Pair pair = report.pairs().getFirst();
        assertThat(pair.state()).as(report.toString()).isEqualTo("RTS");
        assertThat(pair.qp()).isEqualTo(recorded.qpn());
        assertThat(pair.service()).isEqualTo(urdma ? "URDMA" : "RC");
        assertThat(pair.receives()).isEqualTo(RecordedTransfer.SENDS);
        assertThat(pair.receivedBytes())
                .isEqualTo((long) RecordedTransfer.SENDS * RecordedTransfer.SEND_BYTES);
        for (Counter counter :
                List.of(
                        Counter.RDMA_WRITES,
                        Counter.RDMA_RECVS,
                        Counter.RDMA_ATOMICS,
                        Counter.PLACED_BYTES,
                        Counter.RCVD_PKTS,
                        Counter.REPAIRED_PKTS)) {
            assertThat(pair.counters().getOrDefault(counter.label(), 0L))
                    .as(counter.label())
                    .isEqualTo(recorded.count(counter));
        }
        assertThat(report.memory())
                .containsExactly(
                        new ReplayReport.Memory(
                                recorded.rkey(),
                                recorded.address(),
                                recorded.memory().byteSize(),
                                sha256(recorded.memory())));
    }

    private static String sha256(MemorySegment memory) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update(memory.asByteBuffer());
        return HexFormat.of().formatHex(digest.digest());
    }

    @Test
    void shouldTakeNoMoreMemoryThanItMay() throws Exception {
        Path file = folder.resolve("x.pcap");
        RecordedTransfer.of(file, Encapsulation.ROCE_V2_IPV4, false, false);
        ReplayPlan plan = ReplayPlan.of(file);
        HostAddress host = plan.hosts().iterator().next();

        assertThatThrownBy(() -> new Replay(file, plan, host, ReplayPace.FULL_SPEED, 1000))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("more than the 1000");
    }
}
