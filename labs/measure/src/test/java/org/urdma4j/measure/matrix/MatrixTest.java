package org.urdma4j.measure.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.urdma4j.measure.sim.Profile;
import org.urdma4j.measure.sim.SimOptions;
import org.urdma4j.measure.sim.SimRun;
import org.urdma4j.simulation.loss.Bernoulli;
import org.urdma4j.simulation.loss.LossSpec;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A small grid at 1 Gbit/s. */
class MatrixTest {
    private static final Grid SMALL =
            new Grid(
                    List.of(Profile.STANDARD),
                    List.of(1_000_000L, 10_000_000L),
                    List.of(LossSpec.NONE, new Bernoulli(0.001), new Bernoulli(0.01)));

    private static MatrixResult matrix;
    private static final List<Double> PROGRESS = Collections.synchronizedList(new ArrayList<>());

    private static SimOptions options(Cell cell) {
        return SimOptions.builder()
                .rateBps(1_000_000_000)
                .rttNs(cell.rttNs())
                .loss(cell.loss())
                .profile(cell.profile())
                .timeNs(1_000_000_000)
                .build();
    }

    @BeforeAll
    static void run() throws InterruptedException {
        matrix = Matrix.run(SMALL, MatrixTest::options, 2, PROGRESS::add);
    }

    @Test
    void shouldGiveEachCellWhatItGivesAlone() {
        List<Cell> cells = SMALL.cells();
        assertThat(matrix.results()).hasSize(6);
        for (int i = 0; i < cells.size(); i++) {
            assertThat(matrix.results().get(i))
                    .isEqualTo(SimRun.run(options(cells.get(i)), _ -> {}));
        }
    }

    @Test
    void shouldFindCellsByTheirPlaces() {
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 3; j++) {
                SimOptions options = matrix.at(0, i, j).orElseThrow().options();
                assertThat(options.rttNs()).isEqualTo(SMALL.rttsNs().get(i));
                assertThat(options.loss()).isEqualTo(SMALL.losses().get(j));
            }
        }
    }

    private static double share(int profile, int rtt, int loss) {
        return matrix.at(profile, rtt, loss).orElseThrow().shareOfBound();
    }

    @Test
    void shouldCollapseWithLossTheMoreTheLongerThePath() {
        assertThat(share(0, 0, 0)).isGreaterThan(0.99);
        assertThat(share(0, 1, 0)).isGreaterThan(0.99);
        for (int rtt = 0; rtt < 2; rtt++) {
            assertThat(share(0, rtt, 2)).isLessThan(share(0, rtt, 1));
        }
        assertThat(share(0, 1, 2)).isLessThan(0.5 * share(0, 0, 2));
    }

    @Test
    void shouldTellHowFarItIs() {
        assertThat(PROGRESS).isSorted();
        assertThat(PROGRESS.getLast()).isBetween(0.98, 1.0001);
    }

    @Test
    void shouldGiveTheCellsThatHadRunWhenItIsEnded() throws Exception {
        MatrixResult ended = Matrix.run(SMALL, MatrixTest::options, 1, share -> share < 0.4);

        assertThat(ended.complete()).isFalse();
        assertThat(ended.cells()).hasSize(6);
        assertThat(ended.results()).isEqualTo(matrix.results().subList(0, 2));
        assertThat(ended.at(0, 0, 1)).isEqualTo(matrix.at(0, 0, 1));
        assertThat(ended.at(0, 0, 2)).isEmpty();
    }

    @Test
    void shouldFailAsACellFails() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Matrix.run(
                                SMALL, _ -> SimOptions.builder().rateBps(0).build(), 1, _ -> true));
        assertThatIllegalStateException()
                .isThrownBy(() ->
                        Matrix.run(
                                SMALL,
                                MatrixTest::options,
                                1,
                                _ -> {
                                    throw new IllegalStateException("boom");
                                }))
                .withMessage("boom");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Grid(List.of(), List.of(1L), List.of(LossSpec.NONE)));
    }

    @Test
    void shouldHaveThePapersGrid() {
        assertThat(Grid.PAPER.cells()).hasSize(60).doesNotHaveDuplicates();
        for (Cell cell : Grid.PAPER.cells()) {
            // a hundred round trips, and a probe for the smallest one in the last half
            assertThat(cell.timeNs()).isGreaterThanOrEqualTo(100 * cell.rttNs());
            if (cell.profile() == Profile.URDMA) {
                assertThat(cell.timeNs() / 2).isGreaterThan(11_000_000_000L);
            }
        }
    }
}
