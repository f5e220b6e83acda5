package org.urdma4j.measure.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MessageTimesTest {
    @Test
    void shouldGivePercentilesByNearestRank() {
        MessageTimes times = new MessageTimes();
        for (int i = 100; i >= 1; i--) {
            times.add(i);
        }

        assertThat(times.percentileNs(0.5)).isEqualTo(50);
        assertThat(times.percentileNs(0.99)).isEqualTo(99);
        assertThat(times.count()).isEqualTo(100);
    }

    @Test
    void shouldGiveNothingOfNothing() {
        assertThat(new MessageTimes().percentileNs(0.5)).isNaN();
    }
}
