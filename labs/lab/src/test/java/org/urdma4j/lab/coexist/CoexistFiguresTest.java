package org.urdma4j.lab.coexist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.urdma4j.lab.PathResult;

import java.util.List;

class CoexistFiguresTest {
    private static final CoexistCell CELL =
            new CoexistCell("cubic", 2, 8_000_000, 20_000_000, 1, false);
    private static final CoexistPlan PLAN = new CoexistPlan(List.of(CELL), "rrcc", 10, 2);

    private static CoexistResult result(FlowTrace ours, FlowTrace... rivals) {
        CoexistTrace trace = new CoexistTrace(ours, List.of(rivals), Recorded.path(20.05, 30));
        return CoexistResult.of(PLAN, CELL, trace, new PathResult(90, ""));
    }

    @Test
    void shouldJudgeFromTheLastStartOn() {
        CoexistResult result =
                result(
                        Recorded.flow("urdma", 4, 30, 2_000_000),
                        Recorded.flow("tcp-cubic", 1, 19.9, 500_000),
                        Recorded.flow("tcp-cubic", 1.2, 20, 1_000_000));

        CoexistFigures figures = result.figures();
        assertThat(figures.fromS()).isCloseTo(6, within(0.01));
        assertThat(figures.toS()).isCloseTo(16, within(0.01));
        assertThat(figures.ours()).isCloseTo(1.5, within(0.01)); // 4 of 8 Mbit/s, a third is fair
        assertThat(figures.least()).isCloseTo(0.375, within(0.01));
        assertThat(figures.most()).isCloseTo(0.75, within(0.01));
        assertThat(figures.use()).isCloseTo(0.5, within(0.01));
        assertThat(figures.queueP95Ms()).isCloseTo(10, within(0.01));
        assertThat(figures.leftS()).isCloseTo(20, within(0.01));
        assertThat(figures.afterP95Ms()).isCloseTo(1, within(0.01));
        assertThat(figures.afterUse()).isCloseTo(0.5, within(0.01));
        assertThat(figures.fair()).isFalse();
        assertThat(result.counts()).isTrue();
    }

    @Test
    void shouldCallHalfToTwiceTheFairShareFair() {
        assertThat(
                        result(
                                        Recorded.flow("urdma", 4, 30, 2_600_000),
                                        Recorded.flow("tcp-cubic", 1, 20, 700_000),
                                        Recorded.flow("tcp-cubic", 1, 20, 700_000))
                                .figures()
                                .fair())
                .isTrue();
    }

    @Test
    void shouldNotCountWhatBeganTooLate() {
        CoexistResult result =
                result(
                        Recorded.flow("urdma", 15, 30, 2_000_000),
                        Recorded.flow("tcp-cubic", 1, 20, 500_000),
                        Recorded.flow("tcp-cubic", 1, 20, 500_000));

        assertThat(result.ran()).isTrue();
        assertThat(result.counts()).isFalse();
        assertThat(result.path().reason()).contains("judged for 3.0 of 10 s");
        assertThat(result.path().latenessP99Us()).isEqualTo(90);
    }

    @Test
    void shouldNotCountFlowsThatNeverMet() {
        CoexistResult result =
                result(
                        Recorded.flow("urdma", 25, 30, 2_000_000),
                        Recorded.flow("tcp-cubic", 1, 20, 500_000),
                        Recorded.flow("tcp-cubic", 1, 20, 0));

        assertThat(result.counts()).isFalse();
        assertThat(result.figures().ours()).isNaN();
        assertThat(result.figures().fair()).isFalse();
        assertThat(result.path().reason()).contains("judged for none of 10 s");
    }
}
