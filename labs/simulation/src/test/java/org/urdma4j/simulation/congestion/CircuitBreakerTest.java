package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.congestion.Trial.MS;

import org.junit.jupiter.api.Test;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.queue.QueueType;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.UrdmaTuning;

/** What the breaker does, and what a sender behind it. */
class CircuitBreakerTest {
    private static final long RATE = 20_000_000;
    private static final long RTT_NS = 20 * MS;
    private static final long OPEN_NS = 500 * MS;
    private static final int PAYLOAD = 1400;

    private static Bottleneck behindBreaker(String loss, UrdmaTuning tuning) {
        Bottleneck bottleneck =
                new Bottleneck(
                        1,
                        Trial.link(RATE, RTT_NS, 1).loss(LossSpec.parse(loss)).build(),
                        Trial.link(RATE, RTT_NS, 1).build(),
                        QueueType.DROP_TAIL);
        bottleneck.breaker(OPEN_NS);
        bottleneck.addOurs(tuning, PAYLOAD, 1 << 20, 1);
        return bottleneck;
    }

    @Test
    void shouldStayClosedWhereLittleIsLost() {
        Bottleneck bottleneck = behindBreaker("1%", UrdmaTuning.DEFAULT);
        bottleneck.run(3_000 * MS);
        assertThat(bottleneck.trips()).isZero();
        assertThat(bottleneck.cutBytes()).isZero();
    }

    /** Of who heeds no losses. */
    @Test
    void shouldOpenWhereMuchIsLostForLong() {
        UrdmaTuning heedless =
                UrdmaTuning.builder()
                        .congestionControl(CongestionControlType.FIXED)
                        .referenceRate(RATE * 3 / 4, false)
                        .build();
        Bottleneck bottleneck = behindBreaker("45%", heedless);
        bottleneck.run(500 * MS);
        assertThat(bottleneck.trips()).isZero();
        bottleneck.run(2_500 * MS);
        assertThat(bottleneck.trips()).isPositive();
    }

    /**
     * Nothing gets through while it is open, and then the link is used again. Half of what the path
     * holds leaves at the first timeout, and half as much at each further one.
     */
    @Test
    void shouldBeLeftAloneWhileItIsOpen() {
        Bottleneck bottleneck = behindBreaker("none", UrdmaTuning.DEFAULT);
        bottleneck.run(1_000 * MS);
        bottleneck.trip(4 * RTT_NS);
        bottleneck.run(4 * RTT_NS);
        bottleneck.clear();
        bottleneck.run(OPEN_NS - 5 * RTT_NS);
        assertThat(bottleneck.ours()).containsExactly(0);
        assertThat((double) bottleneck.cutBytes())
                .isBetween(1.0, 0.12 * RATE / 8e9 * (OPEN_NS - 4 * RTT_NS));
        bottleneck.run(1_000 * MS);
        bottleneck.clear();
        bottleneck.run(1_000 * MS);
        assertThat(bottleneck.ours()[0]).isGreaterThan(0.8 * RATE / 8);
        assertThat(bottleneck.trips()).isZero();
    }
}
