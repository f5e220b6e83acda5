package org.urdma4j.measure.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.simulation.congestion.Rival;

import java.util.HashSet;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

class ScenarioTest {
    private static final int SEEDS = 500;

    @ParameterizedTest
    @EnumSource
    void shouldBePlayableWithAnySeed(Scenario scenario) {
        Set<EvaluationCell> cells = new HashSet<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            EvaluationCell cell = scenario.cell(seed, Effort.QUICK);
            EvaluationPath path = cell.path();
            assertThat(path.rateBps()).isBetween(5_000_000L, 100_000_000_000L);
            assertThat(path.rttNs()).isBetween(10_000L, 600_000_000L);
            assertThat(path.queueBdp()).isBetween(0.1, 8.0);
            assertThat(cell.ours()).isBetween(1, 16);
            assertThat(cell.rivals()).isBetween(0, 16);
            assertThat(Effort.QUICK.covers(cell)).isTrue();
            assertThat(Effort.QUICK.seconds(cell)).isGreaterThanOrEqualTo(60e-9 * path.rttNs());
            assertThat(scenario.cell(seed, Effort.QUICK)).isEqualTo(cell);
            cells.add(cell);
        }
        assertThat(cells).hasSize(SEEDS);
    }

    /** Each half of the powers of ten has half of the draws, and so has each way to begin. */
    @Test
    void shouldDrawTheGridFromAllOfItsRange() {
        assertThat(share(cell -> cell.path().rateBps() < 1e9 ? 1 : 0)).isBetween(0.4, 0.6);
        assertThat(share(cell -> cell.path().rttNs() < 17.3e6 ? 1 : 0)).isBetween(0.4, 0.7);
        assertThat(share(cell -> cell.path().queueBdp() < 0.9 ? 1 : 0)).isBetween(0.4, 0.6);
        assertThat(share(cell -> cell.oursFirst() ? 1 : 0)).isBetween(0.4, 0.6);
        assertThat(share(cell -> cell.rival() == Rival.BBR ? 1 : 0)).isBetween(0.4, 0.6);
        assertThat(share(cell -> cell.ours() == 1 ? 1 : 0)).isBetween(0.15, 0.35);
        assertThat(share(cell -> cell.ours() == 16 ? 1 : 0)).isBetween(0.005, 0.06);
        assertThat(share(cell -> cell.path().rateBps() > 50e9 ? 1 : 0)).isBetween(0.01, 0.12);
    }

    private static double share(ToDoubleFunction<EvaluationCell> of) {
        return LongStream.range(0, SEEDS)
                .mapToObj(seed -> Scenario.GRID.cell(seed, Effort.FULL))
                .mapToDouble(of)
                .average()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeFoundByItsName(Scenario scenario) {
        assertThat(Scenario.parse(scenario.label())).isEqualTo(scenario);
        assertThat(scenario.label()).matches("[a-z-]+");
    }

    @Test
    void shouldSayWhichNamesThereAre() {
        assertThatThrownBy(() -> Scenario.parse("grids"))
                .hasMessageContaining("--only has grid, one-cubic")
                .hasMessageContaining("\"grids\"");
        assertThatThrownBy(() -> Candidate.parse("dcqcn"))
                .hasMessage(
                        "--cc is one of rrcc, background, rrcc-rivals, cubic, quic, reno, bbr,"
                                + " bbr3, not \"dcqcn\"");
    }
}
