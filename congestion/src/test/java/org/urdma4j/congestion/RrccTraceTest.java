package org.urdma4j.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.congestion.Bottleneck.MS;
import static org.urdma4j.congestion.Bottleneck.SECOND;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/**
 * What the controller does over time on a path that changes, compared with the traces under {@code
 * src/test/resources/traces} and, since a trace only says that nothing changed, with bounds for
 * each phase. {@code -Dtraces.write=DIRECTORY} writes the traces anew.
 */
class RrccTraceTest {
    private static final int PACKET = 4178;
    private static final long GIGABIT = 1_000_000_000L;
    private static final long RTT = 40 * MS;

    private final StringBuilder trace =
            new StringBuilder(
                    "time_ms state pace_mbps window_kb inflight_kb queue_ms min_rtt_ms\n");
    private final Bottleneck path = new Bottleneck(GIGABIT, RTT, 0, 1, PACKET, 11);

    private void run(TestFlow flow, long fromNs, long toNs) {
        for (long t = fromNs; t <= toNs; t += RTT / 2) {
            path.run(t);
            trace.append(
                    String.format(
                            Locale.ROOT,
                            "%d %s %d %d %d %.1f %.1f%n",
                            t / MS,
                            flow.control.state(),
                            flow.control.pacingBitsPerSecond() / 1_000_000,
                            flow.control.windowBytes() / 1000,
                            flow.control.inFlightBytes() / 1000,
                            (double) path.queueDelayNs() / 1e6,
                            (double) flow.control.minRttNs() / 1e6));
        }
    }

    private void matches(String name) throws IOException {
        String directory = System.getProperty("traces.write");
        if (directory != null) {
            Files.writeString(Path.of(directory, name + ".txt"), trace);
            return;
        }
        try (InputStream in = RrccTraceTest.class.getResourceAsStream("/traces/" + name + ".txt")) {
            assertThat(in).as("the trace %s", name).isNotNull();
            String expected = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(trace.toString()).isEqualToNormalizingNewlines(expected);
        }
    }

    @Test
    void startUpDrainAndProbing() throws IOException {
        TestFlow flow = path.add(new Rrcc(), 0);
        run(flow, 0, 2 * SECOND);
        // 128 packets to 1 BDP: 3.2 doublings, and five round trips.
        assertThat(flow.reachedNs(0.9e9, 0)).isLessThan((long) (8.2 * RTT));
        assertThat(path.queueMaxNs(12 * RTT, 2 * SECOND)).isLessThan(RTT / 4);
        assertThat(flow.goodput(12 * RTT, 2 * SECOND)).isGreaterThan(0.99e9);
        assertThat(trace.toString()).contains("drain", "steady", "probe-up", "probe-down");
        matches("start-up");
    }

    @Test
    void halfTheRateAndThenFourTimes() throws IOException {
        TestFlow flow = path.add(new Rrcc(), 0);
        path.at(2 * SECOND, () -> path.rateBps = GIGABIT / 2);
        path.at(4 * SECOND, () -> path.rateBps = 2 * GIGABIT);
        path.run(15 * SECOND / 10);
        run(flow, 15 * SECOND / 10, 6 * SECOND);
        assertThat(path.queueMaxNs(2 * SECOND + 15 * RTT, 4 * SECOND)).isLessThan(RTT / 2);
        assertThat(flow.goodput(2 * SECOND + 15 * RTT, 4 * SECOND)).isGreaterThan(0.98 * 0.5e9);
        assertThat(flow.goodput(4 * SECOND + 25 * RTT, 6 * SECOND)).isGreaterThan(0.97 * 2e9);
        matches("rate-step");
    }

    @Test
    void aPathTwiceAsLong() throws IOException {
        TestFlow flow = path.add(new Rrcc(), 0);
        path.at(2 * SECOND, () -> path.rttNs = 2 * RTT);
        path.run(15 * SECOND / 10);
        run(flow, 15 * SECOND / 10, 7 * SECOND);
        assertThat(flow.control.minRttNs()).isBetween(2 * RTT, 2 * RTT + RTT / 20);
        assertThat(flow.goodput(32 * SECOND / 10, 34 * SECOND / 10)).isGreaterThan(0.95e9);
        assertThat(flow.goodput(6 * SECOND, 7 * SECOND)).isGreaterThan(0.97e9);
        path.rttNs = RTT;
        path.run(9 * SECOND);
        assertThat(flow.control.minRttNs()).isBetween(RTT, RTT + RTT / 20);
        matches("rtt-step");
    }

    @Test
    void aSecondOfDarkness() throws IOException {
        blackout(1, "blackout-1s");
    }

    @Test
    void tenSecondsOfDarkness() throws IOException {
        blackout(10, "blackout-10s");
    }

    private void blackout(long seconds, String name) throws IOException {
        TestFlow flow = path.add(new Rrcc(), 0);
        long light = (2 + seconds) * SECOND;
        path.at(2 * SECOND, () -> path.dark = true);
        path.at(light, () -> path.dark = false);
        path.run(light - SECOND / 2);
        run(flow, light - SECOND / 2, light + 3 * SECOND);
        assertThat(flow.timeouts).isPositive();
        // What was sent into the dark is a window and then a few packets a timeout.
        long firstLight = flow.reachedNs(1e6, light + RTT);
        assertThat(flow.goodput(firstLight + 4 * RTT, firstLight + 8 * RTT)).isGreaterThan(0.95e9);
        assertThat(path.queueMaxNs(light, light + 3 * SECOND)).isLessThan(RTT / 2);
        matches(name);
    }

    @Test
    void aFlowThatComesLater() throws IOException {
        TestFlow first = path.add(new Rrcc(), 0);
        TestFlow second = path.add(new Rrcc(), 2 * SECOND);
        path.run(18 * SECOND / 10);
        run(first, 18 * SECOND / 10, 4 * SECOND);
        path.run(30 * SECOND);
        double a = first.goodput(15 * SECOND, 30 * SECOND);
        double b = second.goodput(15 * SECOND, 30 * SECOND);
        assertThat((a + b) * (a + b) / (2 * (a * a + b * b))).isGreaterThan(0.95);
        assertThat(a + b).isGreaterThan(0.98e9);
        matches("competing");
    }

    @Test
    void fourFlowsFiveSecondsApartShare() {
        for (int i = 0; i < 4; i++) {
            path.add(new Rrcc(), 5L * i * SECOND);
        }
        path.run(60 * SECOND);
        double sum = 0;
        double squares = 0;
        for (TestFlow flow : path.flows) {
            double rate = flow.goodput(30 * SECOND, 60 * SECOND);
            sum += rate;
            squares += rate * rate;
        }
        assertThat(sum * sum / (4 * squares)).isGreaterThan(0.95);
        assertThat(sum).isGreaterThan(0.98e9);
    }

    @Test
    void aReferenceRateFillsTheLinkFromTheFirstRoundTrip() {
        RrccConfig config = RrccConfig.DEFAULT.withReference(95 * GIGABIT / 100);
        TestFlow flow = path.add(new Rrcc(config), 0);
        path.run(2 * SECOND);
        assertThat(flow.goodput(RTT, 2 * RTT)).isGreaterThan(0.93e9);
        assertThat(flow.goodput(SECOND, 2 * SECOND)).isGreaterThan(0.98e9);
    }

    @Test
    void theFloorLapsesWithThePathUnlessItIsHard() {
        long slow = GIGABIT / 2;
        for (boolean hard : new boolean[] {false, true}) {
            Bottleneck shrinks = new Bottleneck(GIGABIT, RTT, 0, 1, PACKET, 11);
            RrccConfig config =
                    RrccConfig.DEFAULT
                            .withReference(GIGABIT)
                            .withPaper(hard ? Set.of(RrccConfig.Paper.FLOOR) : Set.of());
            TestFlow flow = shrinks.add(new Rrcc(config), 0);
            shrinks.at(
                    SECOND,
                    () -> {
                        shrinks.rateBps = slow;
                        // So short that the excess is lost and not queued.
                        shrinks.queueLimit(300_000);
                    });
            shrinks.run(4 * SECOND);
            if (hard) {
                assertThat(flow.control.pacingBitsPerSecond()).isGreaterThan(GIGABIT / 2);
            } else {
                assertThat(flow.control.pacingBitsPerSecond()).isLessThan(7 * GIGABIT / 10);
            }
        }
    }
}
