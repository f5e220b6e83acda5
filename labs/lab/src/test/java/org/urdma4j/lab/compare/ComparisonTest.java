package org.urdma4j.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.urdma4j.lab.PathResult;

import java.util.ArrayList;
import java.util.List;

class ComparisonTest {
    private static final PathResult GOOD = new PathResult(10, "");
    private static final PathResult LATE = new PathResult(9_000, "it was late");

    private static ComparedResult result(
            ComparedPath path, double simulated, double emulated, PathResult how) {
        return new ComparedResult(path, simulated, emulated, 0, 0, how, "");
    }

    private static ComparedResult result(double simulated, double emulated) {
        return result(PathDraw.draw(1, 1), simulated, emulated, GOOD);
    }

    @Test
    void shouldMeasureDistanceBothWays() {
        assertThat(result(100, 91).within(0.1)).isTrue();
        assertThat(result(91, 100).within(0.1)).isTrue();
        assertThat(result(100, 89).within(0.1)).isFalse();
        assertThat(result(89, 100).within(0.1)).isFalse();
        assertThat(result(0, 100).within(0.5)).isFalse();
        assertThat(result(100, 0).within(0.5)).isFalse();
        assertThat(result(0, 0).within(0.5)).isFalse();
    }

    @Test
    void shouldSumUpWithoutWhatIsVoid() {
        ComparedPath path = PathDraw.draw(1, 1);
        Agreement agreement =
                Agreement.of(
                        List.of(
                                result(100, 95),
                                result(100, 80),
                                result(100, 40),
                                result(path, 100, 1, LATE),
                                new ComparedResult(
                                        path, 100, Double.NaN, 0, 0, GOOD, "the server is gone")));

        assertThat(agreement.paths()).isEqualTo(5);
        assertThat(agreement.voids()).isEqualTo(1);
        assertThat(agreement.within10()).isEqualTo(1);
        assertThat(agreement.offByHalf()).as("one that failed is off, too").isEqualTo(2);
        assertThat(agreement.failed()).isEqualTo(1);
        assertThat(agreement.medianRatio()).isCloseTo(0.8, within(1e-9));
        assertThat(agreement.leastRatio()).isCloseTo(0.4, within(1e-9));
        assertThat(agreement.mostRatio()).isCloseTo(0.95, within(1e-9));
        assertThat(Agreement.of(List.of()).medianRatio()).isNaN();
    }

    @Test
    void shouldRunWhatIsVoidOnceMore() throws Exception {
        List<Integer> ran = new ArrayList<>();

        List<ComparedResult> results =
                new Comparison(3, 0, 1, 1)
                        .run(
                                path -> {
                                    ran.add(path.number());
                                    return result(path, 1, 1, path.number() == 2 ? LATE : GOOD);
                                },
                                _ -> {});

        assertThat(ran).containsExactly(1, 2, 2, 3);
        assertThat(results).hasSize(3);
    }

    @Test
    void shouldRunOnePathAloneAsItIsAmongOthers() {
        assertThat(new Comparison(9, 4, 7, 1).drawn())
                .containsExactly(new Comparison(5, 0, 7, 1).drawn().get(3));
    }

    @Test
    void shouldRefuseWhatIsOutOfRange() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Comparison(0, 0, 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Comparison(1001, 0, 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Comparison(3, 4, 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Comparison(3, 0, 1, 0));
    }
}
