package org.urdma4j.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Set;

/** What RRCC does without one of its rules. */
class RrccRuleTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1000 * MS;
    private static final long RATE = 500_000_000;
    private static final int PACKET = 1500;

    private static RrccConfig without(RrccRule... rules) {
        return RrccConfig.DEFAULT.without(Set.of(rules));
    }

    private static double use(RrccConfig config, double loss) {
        Bottleneck path = new Bottleneck(RATE, 10 * MS, loss, 1, PACKET, 3);
        TestFlow flow = path.add(new Rrcc(config), 0);
        path.run(3 * SECOND);
        return flow.goodput(SECOND, 3 * SECOND) / (double) RATE / (1 - loss);
    }

    /** None of them holds the others up: a lone flow fills a quiet path. */
    @ParameterizedTest
    @EnumSource(RrccRule.class)
    void shouldFillAQuietPathWithoutAnyOne(RrccRule rule) {
        assertThat(use(without(rule), 0)).as(rule.text()).isGreaterThan(0.95);
    }

    @Test
    void shouldLeaveALossyPathIdleWithoutCompensation() {
        assertThat(use(RrccConfig.DEFAULT, 0.1)).isGreaterThan(0.95);
        assertThat(use(without(RrccRule.COMPENSATION), 0.1)).isLessThan(0.95);
    }

    @Test
    void shouldKeepALongerQueueWithoutGivingWay() {
        assertThat(queueOfFourNs(without(RrccRule.GIVE_WAY)))
                .isGreaterThan(2 * queueOfFourNs(RrccConfig.DEFAULT));
    }

    private static long queueOfFourNs(RrccConfig config) {
        Bottleneck path = new Bottleneck(RATE, 10 * MS, 0, 4, PACKET, 3);
        for (int i = 0; i < 4; i++) {
            path.add(new Rrcc(config), 100L * i * MS);
        }
        path.run(4 * SECOND);
        return path.queueQuantileNs(0.5, 2 * SECOND);
    }
}
