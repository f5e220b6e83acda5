package org.urdma4j.measure.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.measure.rail.RailPlan;

import java.util.List;

/** Runs between hosts with several addresses, whatever the queue pairs make of them. */
class RailsTest {
    private static final long MS = 1_000_000;
    private static final double BOUND = 1e9 * 4096 / 4178;

    private static SimOptionsBuilder options(String rails, List<String> kills, List<String> back) {
        return SimOptions.builder()
                .profile(Profile.URDMA)
                .rails(RailPlan.parse(rails, kills, back))
                .timeNs(500 * MS);
    }

    private static SimResult run(SimOptionsBuilder options) {
        return SimRun.run(options.build(), _ -> {});
    }

    private static double share(SimResult result, int from, int to) {
        long bytes = 0;
        for (PathInterval interval : result.intervals().subList(from, to)) {
            bytes += interval.placedBytes();
        }
        PathInterval first = result.intervals().get(from);
        PathInterval last = result.intervals().get(to - 1);
        return 8e9 * bytes / (last.endNs() - first.startNs()) / BOUND;
    }

    @Test
    void shouldFillAtLeastTheFirstRail() {
        SimResult result = run(options("1G/2ms/0+1G/2ms/0", List.of(), List.of()));

        assertThat(result.all().failure()).isEmpty();
        assertThat(result.all().boundBps()).isEqualTo(2 * BOUND);
        assertThat(result.intervals()).hasSize(100);
        assertThat(share(result, 50, 100)).isBetween(0.9, 2.0001);
        for (PathInterval interval : result.intervals()) {
            assertThat(interval.linkBytes()).hasSize(2);
        }
    }

    /** All rails are dead from 100 to 200 ms: nothing crosses, and afterwards all goes on. */
    @Test
    void shouldKillAndReviveRails() {
        SimResult result =
                run(
                        options(
                                "1G/2ms/0+1G/2ms/0",
                                List.of("0@100ms", "1@100ms"),
                                List.of("0@200ms", "1@200ms")));

        assertThat(result.all().failure()).isEmpty();
        // what was on its way arrives
        for (PathInterval interval : result.intervals().subList(22, 40)) {
            assertThat(interval.placedBytes()).isZero();
            assertThat(interval.linkBytes()).containsExactly(0L, 0L);
        }
        assertThat(share(result, 10, 20)).isGreaterThan(0.9);
        assertThat(share(result, 80, 100)).isGreaterThan(0.5);
    }

    @Test
    void shouldGiveTheSameForTheSameSeed() {
        SimOptionsBuilder lossy = options("1G/2ms/1%+1G/5ms/1%", List.of("0@50ms"), List.of());

        assertThat(run(lossy)).isEqualTo(run(lossy));
    }

    @Test
    void shouldHaveNoIntervalsWithoutRails() {
        SimResult result =
                run(
                        SimOptions.builder()
                                .profile(Profile.URDMA)
                                .rateBps(1_000_000_000)
                                .timeNs(MS * 50));

        assertThat(result.intervals()).isEmpty();
        assertThat(result.paths()).isEmpty();
    }
}
