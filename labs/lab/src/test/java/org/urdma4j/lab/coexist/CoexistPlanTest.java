package org.urdma4j.lab.coexist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.urdma4j.lab.LabCell;

import java.util.List;

class CoexistPlanTest {
    private static CoexistCell cell(boolean oursFirst) {
        return new CoexistCell("bbr", 3, 100_000_000, 20_000_000, 0.25, oursFirst);
    }

    @Test
    void shouldHaveOursStayUntilTheQueueHasBeenLookedAt() {
        CoexistPlan plan = new CoexistPlan(List.of(cell(true), cell(false)), "rrcc", 20, 5);

        assertThat(plan.rivalsS(cell(true))).isEqualTo(30);
        assertThat(plan.oursS(cell(true))).isEqualTo(3 + 5 + 30 + 3 + 5);
        assertThat(plan.rivalsS(cell(false))).isEqualTo(3 + 30);
        assertThat(plan.oursS(cell(false))).isEqualTo(30 + 3 + 5);
        assertThat(plan.estimateS()).isEqualTo(2 * (3 + 30 + 3 + 5 + 4));
    }

    @Test
    void shouldMakeThePathOfACell() {
        LabCell path = cell(true).path();

        assertThat(path.queueNs()).isEqualTo(5_000_000);
        assertThat(path.mtu()).isEqualTo(1500);
        assertThat(path.loss().meanLoss()).isZero();
        assertThat(cell(true).fairBps()).isEqualTo(25e6);
        assertThat(CoexistCell.tcpWire()).isCloseTo(1538.0 / 1448, within(1e-9));
        assertThat(CoexistCell.oursWire(1024)).isCloseTo(1106.0 / 1024, within(1e-9));
    }

    @Test
    void shouldTakeWhatNeedsNeitherARateNorGrants() {
        for (String control : List.of("rrcc", "rrcc-rivals", "background", "dcqcn", "timely")) {
            assertThat(new CoexistPlan(List.of(cell(true)), control, 20, 5).control())
                    .isEqualTo(control);
        }
        for (String control : List.of("fixed", "grants", "rrcc+grants", "quick", "")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new CoexistPlan(List.of(cell(true)), control, 20, 5))
                    .withMessageStartingWith("--cc is rrcc, ")
                    .withMessageEndingWith(", not \"" + control + "\"");
        }
    }
}
