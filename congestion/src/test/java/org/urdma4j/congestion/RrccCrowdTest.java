package org.urdma4j.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.SplittableRandom;

/**
 * Many flows through one queue. Who comes while it is full takes that for the path, and what
 * overflows for random loss; if all make up for it, all of them send a third again for ever.
 */
class RrccCrowdTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final int PACKET = 4178;
    private static final int SETTLING = 8;
    private static final int SECONDS = 8;

    @ParameterizedTest
    @CsvSource({
        // flows, Mbit/s, RTT, queue in BDP, ms apart, loss; lost by the queue at most, least share
        "2, 1000, 20, 1, 1000, 0, 0.001, 0.7",
        "4, 500, 20, 1, 1000, 0.05, 0.005, 0.5",
        "4, 1000, 20, 0.25, 0, 0, 0.02, 0.5",
        "8, 1000, 20, 0.25, 1000, 0, 0.03, 0.2",
        "8, 1000, 20, 1, 2000, 0, 0.001, 0.5",
        "8, 1000, 20, 1, 100, 0.001, 0.02, 0.3",
        "8, 1000, 20, 4, 500, 0, 0.001, 0.5",
        "16, 1000, 20, 1, 100, 0, 0.02, 0.2",
        "16, 1000, 20, 4, 1000, 0, 0.001, 0.5",
        "16, 1000, 40, 1, 1000, 0.01, 0.02, 0.3",
        // some ten packets a round trip each
        "64, 1000, 20, 1, 0, 0, 0.04, 0.1",
        "64, 1000, 20, 1, 100, 0, 0.04, 0.1",
        "64, 1000, 20, 0.25, 0, 0, 0.08, 0.1",
        "64, 1000, 20, 0.25, 100, 0, 0.12, 0.1",
        "32, 1000, 20, 0.25, 100, 0, 0.08, 0.1",
        "16, 1000, 20, 0.25, 0, 0, 0.03, 0.1",
    })
    void shouldNotOverflowTheQueueForEver(
            int flows,
            long mbps,
            long rttMs,
            double queueBdp,
            long apartMs,
            double loss,
            double mostLost,
            double leastShare) {
        SplittableRandom random = new SplittableRandom(flows);
        Bottleneck path = new Bottleneck(mbps * 1_000_000, rttMs * MS, loss, queueBdp, PACKET, 1);
        for (int i = 0; i < flows; i++) {
            path.add(new Rrcc(), i * apartMs * MS + random.nextLong(2 * MS));
        }
        long from = (flows - 1) * apartMs * MS + SETTLING * SECOND;
        path.run(from);
        long lostBefore = path.overflowed;
        long[] before = path.flows.stream().mapToLong(flow -> flow.receivedPackets).toArray();

        path.run(from + SECONDS * SECOND);

        double all = 0;
        double least = Double.MAX_VALUE;
        for (int i = 0; i < flows; i++) {
            double received = (double) (path.flows.get(i).receivedPackets - before[i]);
            all += received;
            least = Math.min(least, received);
        }
        double lost = (double) (path.overflowed - lostBefore);
        assertThat(lost / (lost + all)).isLessThan(mostLost);
        assertThat(least / (all / flows)).isGreaterThan(leastShare);
        assertThat(8.0 * PACKET * all / SECONDS)
                .isGreaterThan(0.95 * (1 - loss) * (double) (mbps * 1_000_000));
    }

    @ParameterizedTest
    @CsvSource({
        "1000, 20, 0.05, 0.98",
        "1000, 20, 0.10, 0.97",
        "100, 40, 0.05, 0.97",
        "10000, 20, 0.05, 0.98"
    })
    void shouldAskSeldomWhereLossesAreRandom(long mbps, long rttMs, double loss, double least) {
        long rate = mbps * 1_000_000;
        Bottleneck path = new Bottleneck(rate, rttMs * MS, loss, 1, PACKET, 3);
        TestFlow flow = path.add(new Rrcc(), 0);

        path.run(10 * SECOND);

        assertThat(flow.goodput(2 * SECOND, 10 * SECOND))
                .isGreaterThan(least * (1 - loss) * (double) rate);
    }

    /** Losing much must not make a flow alone lower its rate again and again, down to nothing. */
    @ParameterizedTest
    @CsvSource({
        // Mbit/s, RTT, queue in BDP, loss; least share of what that leaves
        "1000, 20, 1, 0.17, 0.7",
        "1000, 20, 1, 0.20, 0.7",
        "1000, 20, 0.25, 0.30, 0.6",
        "100, 20, 1, 0.20, 0.4",
        "20, 20, 1, 0.10, 0.6",
        "5, 20, 1, 0.05, 0.7",
        "1, 20, 8, 0.05, 0.8",
    })
    void shouldStandHeavyLoss(long mbps, long rttMs, double queueBdp, double loss, double least) {
        long rate = mbps * 1_000_000;
        for (int seed = 1; seed <= 20; seed++) {
            Bottleneck path = new Bottleneck(rate, rttMs * MS, loss, queueBdp, PACKET, seed);
            TestFlow flow = path.add(new Rrcc(), 0);

            path.run(15 * SECOND);

            assertThat(flow.goodput(5 * SECOND, 15 * SECOND))
                    .as("seed %d", seed)
                    .isGreaterThan(least * (1 - loss) * (double) rate);
        }
    }

    /** A path that carried next to nothing for a while must not leave its mark for minutes. */
    @ParameterizedTest
    @CsvSource({"1000, 20", "100, 80", "10000, 1"})
    void shouldComeBackFromNextToNothing(long mbps, long rttMs) {
        long rate = mbps * 1_000_000;
        Bottleneck path = new Bottleneck(rate, rttMs * MS, 0, 1, PACKET, 1);
        TestFlow flow = path.add(new Rrcc(), 0);
        path.at(3 * SECOND, () -> path.rateBps = 100_000);
        path.at(13 * SECOND, () -> path.rateBps = rate);

        path.run(20 * SECOND);

        assertThat(flow.goodput(18 * SECOND, 20 * SECOND)).isGreaterThan(0.9 * (double) rate);
    }
}
