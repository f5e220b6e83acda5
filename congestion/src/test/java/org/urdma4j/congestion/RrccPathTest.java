package org.urdma4j.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.congestion.Bottleneck.MS;
import static org.urdma4j.congestion.Bottleneck.SECOND;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One flow on one path from start to steady state. */
class RrccPathTest {
    private static final int PACKET = 4178;

    @ParameterizedTest
    @CsvSource({
        "1, 40, 0, 8", "1, 40, 0.01, 8", "1, 40, 0.05, 8",
        "10, 20, 0.001, 3", "10, 80, 0.01, 8", "100, 20, 0.001, 2",
    })
    void fillsTheLinkWithAShortQueue(double gbps, long rttMs, double loss, long seconds) {
        long rate = (long) (gbps * 1e9);
        long rtt = rttMs * MS;
        long end = seconds * SECOND;
        Bottleneck path = new Bottleneck(rate, rtt, loss, 1, PACKET, 3);
        TestFlow flow = path.add(new Rrcc(), 0);
        path.run(end);
        double carries = (double) rate * (1 - loss);
        assertThat(flow.goodput(end / 2, end)).isGreaterThan(0.98 * carries);
        assertThat(path.queueQuantileNs(0.95, end / 2)).isLessThan(3 * rtt / 10);
        assertThat(flow.timeouts).isZero();
        double bdpPackets = (double) rate * (double) rtt / 8e9 / PACKET;
        double doublings = Math.max(0, Math.log(bdpPackets / 128) / Math.log(2));
        assertThat(flow.reachedNs(0.9 * carries, 0)).isLessThan((long) ((doublings + 7) * rtt));
    }

    @ParameterizedTest
    @CsvSource({
        "100, 20, 0, 1",
        "100, 20, 0.01, 1",
        "100, 80, 0, 2",
        "100, 80, 0.05, 2",
        "800, 40, 0, 1",
        "10, 5, 0.001, 1",
        "1, 40, 0.05, 2",
    })
    void startsUpWithoutOverflowAndInTime(double gbps, long rttMs, double loss, long seconds) {
        long rate = (long) (gbps * 1e9);
        long rtt = rttMs * MS;
        Bottleneck path = new Bottleneck(rate, rtt, loss, 1, PACKET, 3);
        TestFlow flow = path.add(new Rrcc(), 0);
        path.run(seconds * SECOND);
        assertThat(path.overflowed).isZero();
        double doublings = Math.log((double) rate * (double) rtt / 8e9 / PACKET / 128);
        double limit = doublings / Math.log(2) + 5;
        assertThat(flow.reachedNs(0.9 * (1 - loss) * (double) rate, 0))
                .isLessThan((long) (limit * (double) rtt));
    }

    @ParameterizedTest
    @CsvSource({"20, 0", "20, 0.01", "80, 0"})
    void settlesFromAReferenceOfTwiceTheBottleneck(long rttMs, double loss) {
        long rate = 10_000_000_000L;
        long rtt = rttMs * MS;
        Bottleneck path = new Bottleneck(rate, rtt, loss, 1, PACKET, 3);
        TestFlow flow = path.add(new Rrcc(RrccConfig.DEFAULT.withReference(2 * rate)), 0);
        path.run(30 * rtt);
        double carries = (double) rate * (1 - loss);
        assertThat(flow.goodput(9 * rtt, 10 * rtt)).isGreaterThan(0.9 * carries);
        assertThat(path.queueMaxNs(10 * rtt, 30 * rtt)).isLessThan(rtt / 2);
    }

    @ParameterizedTest
    @CsvSource({
        // Mbit/s, RTT, loss, queue in BDP, jitter, seconds, at least of the rate, queue at most
        "10000, 20, 0, 0.02, 0, 4, 0.97, 0.02",
        "1000, 40, 0.01, 0.02, 0, 6, 0.85, 0.02",
        "100, 600, 0, 1, 0, 40, 0.97, 0.25",
        "10, 20, 0, 1, 0, 10, 0.97, 1.1",
        "1000, 40, 0, 1, 2, 8, 0.97, 0.30",
        "1000, 40, 0, 1, 10, 8, 0.96, 0.35",
    })
    void standsOddPaths(
            long mbps,
            long rttMs,
            double loss,
            double queueBdp,
            long jitterMs,
            long seconds,
            double least,
            double mostQueue) {
        long rate = mbps * 1_000_000L;
        long rtt = rttMs * MS;
        long end = seconds * SECOND;
        Bottleneck path = new Bottleneck(rate, rtt, loss, 1, PACKET, 3);
        if (queueBdp < 1) {
            path.queueLimit((long) (queueBdp * (double) rate * (double) rtt / 8e9));
        }
        path.jitterNs = jitterMs * MS;
        TestFlow flow = path.add(new Rrcc(), 0);
        path.run(end);
        assertThat(flow.goodput(end / 2, end)).isGreaterThan(least * (1 - loss) * (double) rate);
        assertThat(path.queueQuantileNs(0.95, end / 2)).isLessThan((long) (mostQueue * rtt));
    }

    @Test
    void theFixedRateStaysWhatItIs() {
        Bottleneck path = new Bottleneck(1_000_000_000L, 20 * MS, 0.05, 1, PACKET, 3);
        TestFlow flow = path.add(new FixedRateController(800_000_000L), 0);
        path.run(2 * SECOND);
        assertThat(flow.goodput(SECOND, 2 * SECOND)).isBetween(0.95 * 0.795e9, 0.95 * 0.805e9);
        assertThat(flow.control.windowBytes()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void theCapHolds() {
        Bottleneck path = new Bottleneck(1_000_000_000L, 20 * MS, 0, 1, PACKET, 3);
        TestFlow flow = path.add(new Rrcc(), 0);
        flow.control.cap(300_000_000L);
        path.run(3 * SECOND);
        assertThat(flow.goodput(SECOND, 3 * SECOND)).isBetween(0.29e9, 0.301e9);
        flow.control.cap(0);
        path.run(6 * SECOND);
        assertThat(flow.goodput(5 * SECOND, 6 * SECOND)).isGreaterThan(0.97e9);
    }
}
