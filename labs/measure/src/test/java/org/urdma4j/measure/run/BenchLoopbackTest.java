package org.urdma4j.measure.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.measure.spec.Control;
import org.urdma4j.measure.spec.Direction;
import org.urdma4j.measure.spec.Load;
import org.urdma4j.measure.spec.Operation;
import org.urdma4j.measure.spec.Protocol;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Service;
import org.urdma4j.measure.spec.Spread;
import org.urdma4j.measure.spec.Tuning;
import org.urdma4j.measure.traffic.LatencySummary;
import org.urdma4j.measure.traffic.OwnPaths;
import org.urdma4j.measure.traffic.Responsiveness;
import org.urdma4j.measure.traffic.Sample;
import org.urdma4j.measure.traffic.TrafficEnds;
import org.urdma4j.measure.verbs.Backend;
import org.urdma4j.measure.verbs.VerbsEnds;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

class BenchLoopbackTest {
    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"URDMA", "STANDARD"})
    void shouldConnectByTheControlConnectionWhereAsked(Protocol protocol) throws Exception {
        Tuning byTcp = new Tuning(0, "rrcc", 0, 0, "off", 18, 7, 0, 0, "", 4 << 20, Control.TCP);
        Load load =
                Specs.ofBytes(
                                protocol,
                                Operation.SEND,
                                Direction.FORWARD,
                                1_000_000,
                                65_536,
                                2,
                                true)
                        .load();
        RunSpec spec = new RunSpec(protocol, Operation.SEND, Direction.FORWARD, load, byTcp);
        try (Loopback loopback = new Loopback(false)) {
            RunRecord record = loopback.run(spec);

            assertThat(record.failure()).isNull();
            assertThat(FlowInterval.total(record, false).receivedBytes()).isEqualTo(16 * 65_536);
        }
    }

    /** Four paths, and data both ways: each end knows of what it sends over each. */
    @ParameterizedTest
    @EnumSource(Control.class)
    @Timeout(120)
    void shouldSendOverSeveralPaths(Control control) throws Exception {
        boolean managed = control == Control.CM; // only then may the first path be another
        String client = managed ? "127.0.0.12" : "127.0.0.2";
        String server = managed ? "127.0.0.11" : "127.0.0.1";
        Spread spread =
                new Spread(
                        true,
                        List.of(
                                new Spread.Pair(client, server),
                                new Spread.Pair("127.0.0.14", "127.0.0.13")),
                        2,
                        65_536,
                        "rr",
                        false);
        RunSpec spec = bothWays(control, spread);
        try (Loopback loopback = new Loopback(false)) {
            RunRecord record = loopback.run(spec);

            assertThat(record.failure()).isNull();
            for (boolean reverse : new boolean[] {false, true}) {
                FlowInterval total = FlowInterval.total(record, reverse);
                assertThat(total.receivedBytes()).isGreaterThanOrEqualTo(8_000_000);
                String own = reverse ? server : client;
                assertThat(total.paths().getFirst().local()).isEqualTo(own);
                assertThat(
                                total.paths().stream()
                                        .mapToLong(path -> path.statistics().containers())
                                        .sum())
                        .isPositive();
            }
        }
    }

    /** What it sends itself takes the paths that the server was told, behind the client's first. */
    @Test
    @Timeout(120)
    void shouldHaveAServerSendOverPathsOfItsOwn() throws Exception {
        List<Spread.Pair> asked =
                List.of(
                        new Spread.Pair("127.0.0.12", "127.0.0.11"),
                        new Spread.Pair("127.0.0.14", "127.0.0.13"));
        Spread own =
                new Spread(
                        true,
                        List.of(
                                new Spread.Pair("127.0.0.12", "127.0.0.15"),
                                new Spread.Pair("127.0.0.12", "127.0.0.11")),
                        3,
                        32_768,
                        "rr",
                        false);
        TrafficEnds server = new OwnPaths(new VerbsEnds(), own);
        RunRecord record;
        try (Loopback loopback = new Loopback(server, false)) {
            record =
                    loopback.run(
                            bothWays(Control.CM, new Spread(true, asked, 1, 65_536, "rr", false)));
        }

        assertThat(record.failure()).isNull();
        assertThat(addresses(record, false)).containsExactlyInAnyOrder("127.0.0.12", "127.0.0.14");
        assertThat(addresses(record, true)).containsExactlyInAnyOrder("127.0.0.11", "127.0.0.15");
    }

    @Test
    void shouldRefuseAFirstPathThatTheServerDoesNotHave() throws Exception {
        Spread own =
                new Spread(
                        true,
                        List.of(new Spread.Pair("127.0.0.12", "127.0.0.11")),
                        1,
                        65_536,
                        "rr",
                        false);
        TrafficEnds server = new OwnPaths(new VerbsEnds(), own);
        try (Loopback loopback = new Loopback(server, false)) {
            assertThatThrownBy(() ->
                            loopback.run(
                                    bothWays(
                                            Control.CM,
                                            new Spread(true, List.of(), 1, 65_536, "rr", false))))
                    .hasMessageContaining("127.0.0.2 here and 127.0.0.1 there")
                    .hasMessageContaining("isn't one of the server's --paths");
        }
    }

    private static RunSpec bothWays(Control control, Spread spread) {
        Tuning tuning =
                new Tuning(0, "rrcc", 0, 0, "off", 18, 7, 0, 0, "", 4 << 20, control)
                        .withSpread(spread);
        Load load = new Load(65_536, 8, 2, 0, 8_000_000, 0, 0, true, false, 1);
        return new RunSpec(Protocol.URDMA, Operation.WRITE, Direction.BOTH, load, tuning);
    }

    private static Set<String> addresses(RunRecord record, boolean reverse) {
        return FlowInterval.total(record, reverse).paths().stream()
                .map(path -> path.local())
                .collect(Collectors.toSet());
    }

    @Test
    void shouldSendNothingToAnAddressThatNobodyHasAnsweredFrom() throws Exception {
        Spread spread =
                new Spread(
                        true,
                        List.of(new Spread.Pair("127.0.0.99", "127.0.0.1")),
                        1,
                        65_536,
                        "rr",
                        false);
        Tuning tuning =
                new Tuning(0, "rrcc", 0, 0, "off", 18, 7, 0, 0, "", 4 << 20, Control.TCP)
                        .withSpread(spread);
        Load load = new Load(65_536, 8, 1, 0, 65_536, 0, 0, false, false, 1);
        RunSpec spec =
                new RunSpec(Protocol.URDMA, Operation.WRITE, Direction.REVERSE, load, tuning);
        try (Loopback loopback = new Loopback(false)) {
            assertThatThrownBy(() -> loopback.run(spec))
                    .hasMessageContaining("--control tcp takes the control connection's addresses");
        }
    }

    /** More than wait at a listener by default; 10,000 take 10 s. */
    @Test
    @Timeout(120)
    void shouldHaveThousandsOfQueuePairs() throws Exception {
        Load load = new Load(512, 1, 1_500, 0, 1_500 * 512 * 4, 0, 0, false, false, 1);
        RunSpec spec =
                new RunSpec(
                        Protocol.URDMA,
                        Operation.WRITE,
                        Direction.FORWARD,
                        load,
                        Specs.tuning(18, 7));
        try (Loopback loopback = new Loopback(false)) {
            RunRecord record = loopback.run(spec);

            assertThat(record.failure()).isNull();
            FlowInterval total = FlowInterval.total(record, false);
            assertThat(total.receivedBytes()).isEqualTo(1_500 * 512 * 4);
            assertThat(total.sentStreams()).hasSize(1_500).containsOnly(512L * 4);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "URDMA,    WRITE,     FORWARD, 1, true",
        "URDMA,    WRITE,     REVERSE, 2, false",
        "URDMA,    WRITE_IMM, FORWARD, 2, true",
        "URDMA,    SEND,      BOTH,    1, true",
        "URDMA,    READ,      FORWARD, 2, true",
        "STANDARD, WRITE,     FORWARD, 1, false",
        "STANDARD, WRITE,     BOTH,    1, true",
        "STANDARD, SEND,      REVERSE, 2, true",
        "STANDARD, READ,      REVERSE, 1, true",
    })
    void shouldMoveExactlyWhatWasAskedFor(
            Protocol protocol,
            Operation operation,
            Direction direction,
            int streams,
            boolean verify)
            throws Exception {
        RunSpec spec =
                Specs.ofBytes(protocol, operation, direction, 1_000_000, 65_536, streams, verify);

        try (Loopback loopback = new Loopback(false)) {
            RunRecord record = loopback.run(spec);

            assertThat(record.failure()).isNull();
            // 1,000,000 bytes are 16 messages of 64 KiB on one stream, 8 on each of two.
            FlowInterval flow = FlowInterval.total(record, false);
            assertThat(flow.receivedBytes()).isEqualTo(16 * 65_536);
            assertThat(flow.sentBytes()).isEqualTo(16 * 65_536);
            assertThat(flow.operations()).isEqualTo(16);
            if (direction == Direction.BOTH) {
                assertThat(FlowInterval.total(record, true).receivedBytes()).isEqualTo(16 * 65_536);
            }
            assertThat(flow.receivedStreams()).hasSize(streams);
            assertThat(flow.sender().packets()).isGreaterThan(16 * 65_536 / 8932);
            assertThat(record.output()).isEqualTo("what the server printed");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "UC, WRITE,     FORWARD, 65536, 1",
        "UC, WRITE_IMM, REVERSE, 65536, 1",
        "UC, SEND,      BOTH,    65536, 2",
        "UD, SEND,      FORWARD, 1000,  1",
        "UD, SEND,      BOTH,    4000,  2",
    })
    void shouldMoveUnreliably(
            Service qp, Operation operation, Direction direction, int size, int streams)
            throws Exception {
        // 16 messages of each stream find 16 receives, and fit the socket; but even loopback
        // reorders when a busy host moves the sender to another processor, and UC drops what is
        // late.
        long bytes = 16L * streams * size;
        Load load = new Load(size, 8, streams, 0, bytes, 0, 0, false, false, 1);
        RunSpec spec =
                new RunSpec(Protocol.STANDARD, qp, operation, direction, load, Specs.tuning(18, 7));

        try (Loopback loopback = new Loopback(false)) {
            RunRecord record = loopback.run(spec);

            assertThat(record.failure()).isNull();
            FlowInterval flow = FlowInterval.total(record, false);
            assertArrived(flow.receivedBytes(), size, bytes);
            assertThat(flow.sentBytes()).isEqualTo(bytes);
            assertThat(flow.operations()).isEqualTo(16L * streams);
            if (direction == Direction.BOTH) {
                assertArrived(FlowInterval.total(record, true).receivedBytes(), size, bytes);
            }
        }
    }

    private static void assertArrived(long received, int size, long sent) {
        assertThat(received).isBetween(sent / 2, sent);
        assertThat(received % size).as("the part of a message that arrived").isZero();
    }

    @Test
    void shouldEndThoughMessagesAreLost() throws Exception {
        // Far more than the eight receives that there are at a time.
        Load load = new Load(100, 4, 1, 0, 2_000_000, 0, 0, false, false, 1);
        RunSpec spec =
                new RunSpec(
                        Protocol.STANDARD,
                        Service.UD,
                        Operation.SEND,
                        Direction.FORWARD,
                        load,
                        Specs.tuning(18, 7));

        try (Loopback loopback = new Loopback(false)) {
            RunRecord record = loopback.run(spec);

            assertThat(record.failure()).isNull();
            FlowInterval flow = FlowInterval.total(record, false);
            assertThat(flow.operations()).isEqualTo(20_000);
            assertThat(flow.sentBytes()).isEqualTo(2_000_000);
            assertThat(flow.receivedBytes()).isPositive().isLessThan(2_000_000);
        }
    }

    @ParameterizedTest
    @CsvSource({"URDMA, FAA", "URDMA, CAS", "STANDARD, FAA", "STANDARD, CAS"})
    void shouldCountAtomicOperations(Protocol protocol, Operation operation) throws Exception {
        RunSpec spec = Specs.ofBytes(protocol, operation, Direction.FORWARD, 800, 8, 1, true);

        try (Loopback loopback = new Loopback(false)) {
            RunRecord record = loopback.run(spec);

            assertThat(record.failure()).isNull();
            assertThat(FlowInterval.total(record, false).operations()).isEqualTo(100);
        }
    }

    @Test
    void shouldSampleBothEndsAtTheSameInstants() throws Exception {
        // 100 ms omitted and 200 ms counted, each 50 ms: samples at 0, 50, 100, 150 ... 300.
        RunSpec spec = Specs.ofTime(200_000_000, 100_000_000, 50_000_000, Direction.FORWARD);
        List<Integer> told = new ArrayList<>();

        try (Loopback loopback = new Loopback(true);
                BenchClient client = loopback.client()) {
            RunRecord record =
                    client.run(
                            spec,
                            new RunListener() {
                                @Override
                                public void onInterval(RunRecord soFar, int index) {
                                    told.add(index);
                                }
                            });

            assertThat(record.failure()).isNull();
            assertThat(record.local())
                    .extracting(Sample::index)
                    .containsExactly(0, 1, 2, 3, 4, 5, 6);
            assertThat(record.remote())
                    .extracting(Sample::index)
                    .containsExactly(0, 1, 2, 3, 4, 5, 6);
            assertThat(told).containsExactly(1, 2, 3, 4, 5, 6);
            assertThat(record.local().get(3).timeNs()).isGreaterThanOrEqualTo(150_000_000);
            assertThat(record.remote().getLast().last()).isTrue();
            assertThat(FlowInterval.of(record, 1, 2, false).omitted()).isTrue();
            assertThat(FlowInterval.of(record, 2, 3, false).omitted()).isFalse();
            assertThat(FlowInterval.of(record, 2, 3, false).start()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "URDMA,    WRITE, FORWARD, 0",
        "STANDARD, SEND,  REVERSE, 5_000_000",
        "URDMA,    READ,  FORWARD, 5_000_000",
        "STANDARD, FAA,   FORWARD, 0",
    })
    void shouldTimeEachRequest(
            Protocol protocol, Operation operation, Direction direction, String rate)
            throws Exception {
        // At 5 Mbit/s a message of 8 bytes is due each 12.8 us, and 100 take 1.28 ms.
        Load load = new Load(8, 1, 1, 0, 800, 0, 20_000_000, false, true, 1);
        long bps = Long.parseLong(rate.replace("_", ""));
        Tuning tuning = new Tuning(0, "rrcc", 0, bps, "off", 18, 7, 0, 0, "", 4 << 20, Control.CM);

        try (Loopback loopback = new Loopback(false)) {
            RunRecord record =
                    loopback.run(new RunSpec(protocol, operation, direction, load, tuning));

            assertThat(record.failure()).isNull();
            LatencySummary times = record.latency();
            assertThat(times.count()).isEqualTo(100);
            assertThat(times.min()).isPositive().isLessThanOrEqualTo(times.typical());
            assertThat(times.typical()).isLessThanOrEqualTo(times.p99());
            assertThat(times.p99()).isLessThanOrEqualTo(times.p999());
            assertThat(times.p999()).isLessThanOrEqualTo(times.max());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "URDMA,    WRITE, FORWARD, CM",
        "URDMA,    SEND,  BOTH,    TCP",
        "STANDARD, READ,  REVERSE, CM",
        "STANDARD, FAA,   FORWARD, TCP",
    })
    void shouldTimeRoundTripsBesideTheTraffic(
            Protocol protocol, Operation operation, Direction direction, Control control)
            throws Exception {
        long size = operation.atomic() ? 8 : 65_536;
        Load load = new Load(size, 4, 2, 500_000_000, 0, 0, 100_000_000, false, false, true, 1);
        Tuning tuning = new Tuning(0, "rrcc", 0, 0, "off", 18, 7, 0, 0, "", 4 << 20, control);

        try (Loopback loopback = new Loopback(false)) {
            RunRecord record =
                    loopback.run(new RunSpec(protocol, operation, direction, load, tuning));

            assertThat(record.failure()).isNull();
            assertThat(record.latency()).isNull();
            Responsiveness times = record.responsiveness();
            assertThat(times.idle().count()).isBetween(1L, 20L);
            assertThat(times.loaded().count()).isBetween(1L, 100L);
            assertThat(60e6 / times.rpm()).isBetween(times.loaded().min(), times.loaded().max());
            assertThat(60e6 / times.idleRpm()).isBetween(times.idle().min(), times.idle().max());
            assertThat(record.local().getLast().tally().streams()).hasSize(2);
            assertThat(loopback.served.getFirst().responsiveness()).isNull();
        }
    }

    @ParameterizedTest
    @CsvSource({"rrcc+grants, WRITE", "grants, WRITE", "grants, SEND"})
    void shouldSendWhatTheServerGrants(String cc, Operation operation) throws Exception {
        Tuning tuning = new Tuning(0, cc, 0, 0, "off", 18, 7, 0, 0, "", 4 << 20, Control.CM);
        Load load = new Load(65_536, 8, 2, 0, 1 << 20, 0, 0, true, false, 1);
        RunSpec spec = new RunSpec(Protocol.URDMA, operation, Direction.FORWARD, load, tuning);
        TrafficEnds granting = new VerbsEnds(Backend.udp(UnaryOperator.identity()), 100_000_000);

        try (Loopback loopback = new Loopback(granting, false)) {
            RunRecord record = loopback.run(spec);

            assertThat(record.failure()).isNull();
            assertThat(loopback.refused).isEmpty();
        }
    }

    @Test
    void shouldRefuseToGrantAtARateThatNobodyKnows() throws Exception {
        Tuning tuning = new Tuning(0, "grants", 0, 0, "off", 18, 7, 0, 0, "", 4 << 20, Control.CM);
        Load load = new Load(8, 1, 1, 0, 800, 0, 20_000_000, false, true, 1);
        RunSpec spec =
                new RunSpec(Protocol.URDMA, Operation.WRITE, Direction.FORWARD, load, tuning);

        try (Loopback loopback = new Loopback(false)) {
            assertThatThrownBy(() -> loopback.run(spec)).hasMessageContaining("--grants RATE");
        }
    }

    @Test
    void shouldServeRunAfterRunOverOneConnectionAndOverSeveral() throws Exception {
        RunSpec spec =
                Specs.ofBytes(
                        Protocol.URDMA,
                        Operation.WRITE,
                        Direction.FORWARD,
                        65_536,
                        65_536,
                        1,
                        false);

        try (Loopback loopback = new Loopback(false)) {
            try (BenchClient client = loopback.client()) {
                assertThat(client.run(spec, new RunListener() {}).failure()).isNull();
                assertThat(client.run(spec, new RunListener() {}).failure()).isNull();
            }
            assertThat(loopback.run(spec).failure()).isNull();
            assertThat(loopback.served).hasSize(3).allMatch(record -> record.failure() == null);
        }
    }
}
