package org.urdma4j.measure.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.transport.qp.RailStatistics;

import java.util.Collections;
import java.util.List;

class RailPlanTest {
    @Test
    void shouldReadRailsAndWhatHappensToThem() {
        RailPlan plan =
                RailPlan.parse("10G/20ms/0.1%+ 2.5G/80ms", List.of("1@5s"), List.of("1@1.5s"));

        assertThat(plan.rails())
                .containsExactly(
                        new Rail(10_000_000_000L, 20_000_000, LossSpec.parse("0.1%"), 25_000_000),
                        new Rail(2_500_000_000L, 80_000_000, LossSpec.NONE, 25_000_000));
        assertThat(plan.events())
                .containsExactly(
                        new RailEvent(false, 1, 1_500_000_000L),
                        new RailEvent(true, 1, 5_000_000_000L));
        assertThat(plan.rateBps()).isEqualTo(12_500_000_000L);
        assertThat(plan.rttNs()).isEqualTo(80_000_000);
        assertThat(plan.boundBps(4096)).isCloseTo((9.99e9 + 2.5e9) * 4096 / 4178, within(1.0));
    }

    @Test
    void shouldBeEmptyWithoutRails() {
        assertThat(RailPlan.parse(null, List.of(), List.of())).isEqualTo(RailPlan.NONE);
    }

    @Test
    void shouldRefuseMoreRailsThanAQueuePairHas() {
        String many = String.join("+", Collections.nCopies(17, "1G/1ms"));
        assertThatThrownBy(() -> RailPlan.parse(many, List.of(), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--rails has 17 rails; a queue pair has 16 at most");
    }

    @Test
    void shouldReckonRatesFromOneReadingToTheNext() {
        PathMeter meter = new PathMeter(1_000_000_000);

        assertThat(meter.read(List.of(path("10.0.0.1", 1_000)), 1_500_000_000))
                .extracting(PathReading::goodputBps)
                .containsExactly(16_000.0);
        assertThat(
                        meter.read(
                                List.of(path("10.0.0.1", 3_000), path("10.1.0.1", 500)),
                                2_500_000_000L))
                .extracting(PathReading::goodputBps)
                .containsExactly(16_000.0, 4_000.0);
        assertThat(
                        meter.read(List.of(path("10.0.0.1", 3_000)), 2_500_000_000L)
                                .getFirst()
                                .goodputBps())
                .isNaN();
    }

    private static RailStatistics path(String local, long delivered) {
        return new RailStatistics(
                local, "10.9.9.9", List.of(), "active", 0, 0, 0, delivered, 1, 0, 0);
    }
}
