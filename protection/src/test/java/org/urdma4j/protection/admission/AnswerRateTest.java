package org.urdma4j.protection.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.Gid;

class AnswerRateTest {
    private static final long SECOND = 1_000_000_000;

    private static Gid network(int i) {
        return Gid.parse("10.%d.%d.1".formatted(i >> 8, i & 0xff));
    }

    private static int answered(AnswerRate rate, Gid to, int times, long nowNs) {
        int answered = 0;
        for (int i = 0; i < times; i++) {
            answered += rate.mayAnswer(to, nowNs) ? 1 : 0;
        }
        return answered;
    }

    @Test
    void shouldGiveEachNetworkItsOwn() {
        AnswerRate rate = new AnswerRate(1000, 10, 16);
        assertThat(answered(rate, network(1), 100_000, 0)).isEqualTo(10);
        assertThat(answered(rate, network(2), 11, 0)).isEqualTo(10);
        assertThat(answered(rate, network(1), 11, SECOND - 1)).isZero();
        assertThat(answered(rate, network(1), 11, SECOND)).isEqualTo(10);
    }

    @Test
    void shouldHaveALimitInAll() {
        AnswerRate rate = new AnswerRate(20, 10, 16);
        int answered = 0;
        for (int i = 0; i < 10_000; i++) {
            answered += answered(rate, network(i), 1, SECOND);
        }
        assertThat(answered).isEqualTo(20);
        assertThat(answered(rate, network(1), 1, 2 * SECOND)).isEqualTo(1);
    }

    /** Who asks all the time isn't forgotten for those who ask once. */
    @Test
    void shouldKeepThoseThatAskMost() {
        AnswerRate rate = new AnswerRate(Integer.MAX_VALUE, 10, 16);
        int answered = 0;
        for (int i = 0; i < 1000; i++) {
            answered += answered(rate, network(1), 1, 7);
            rate.mayAnswer(network(2 + i), 7);
        }
        assertThat(answered).isEqualTo(10);
    }
}
