package org.urdma4j.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Set;

/** What RRCC does when it is told to do as its paper says. */
class PaperRulesTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1000 * MS;
    private static final long RATE = 1_000_000_000;
    private static final int PACKET = 1500;

    private static RrccConfig paper(RrccConfig.Paper... rules) {
        return RrccConfig.DEFAULT.withPaper(Set.of(rules));
    }

    /** Round trips from the beginning of a cycle to its end, of cycles that begin at many times. */
    @ParameterizedTest
    @CsvSource({"20, true, 5, 10", "20, false, 8, 12", "1, true, 5, 10", "1, false, 25, 37.5"})
    void shouldProbeAsOftenAsThePaperSays(int rttMs, boolean paper, double least, double most) {
        ProbeCycle cycle =
                new ProbeCycle(paper ? paper(RrccConfig.Paper.CYCLE) : RrccConfig.DEFAULT);
        long roundNs = rttMs * MS;
        double shortest = Double.MAX_VALUE;
        double longest = 0;
        for (int i = 0; i < 500; i++) {
            long beganNs = 7 * SECOND + i * 1_234_567L;
            cycle.begin(beganNs);
            long endNs = beganNs;
            while (!cycle.isOver(endNs, roundNs, false)) {
                endNs += roundNs / 50;
            }
            double rounds = (double) (endNs - beganNs) / (double) roundNs;
            shortest = Math.min(shortest, rounds);
            longest = Math.max(longest, rounds);
        }
        double spread = (most - least) / 20;
        assertThat(shortest).isBetween(least, least + spread);
        assertThat(longest).isBetween(most - spread, most + 0.05);
    }

    /** 5 % of random loss is over the threshold of 2 %, 1 % isn't. */
    @Test
    void shouldLowerTheRateByWhatIsLostOverTheThreshold() {
        double link = (double) RATE;
        assertThat(goodput(0.05, RrccConfig.DEFAULT)).isGreaterThan(0.93 * link);
        assertThat(goodput(0.05, paper(RrccConfig.Paper.DECREASE)))
                .isBetween(0.5 * link, 0.9 * link);
        assertThat(goodput(0.01, paper(RrccConfig.Paper.DECREASE))).isGreaterThan(0.93 * link);
    }

    private static double goodput(double loss, RrccConfig config) {
        Bottleneck path = new Bottleneck(RATE, 20 * MS, loss, 1, PACKET, 3);
        TestFlow flow = path.add(new Rrcc(config), 0);
        path.run(6 * SECOND);
        return flow.goodput(2 * SECOND, 6 * SECOND);
    }
}
