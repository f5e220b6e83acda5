package org.urdma4j.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

import java.util.List;

class LabPlanTest {
    static final LabCell A = LabCell.parse("20ms/0.1%", 1_000_000_000L, 0);
    static final LabCell B = LabCell.parse("80ms/1%", 1_000_000_000L, 0);
    static final Mix URDMA = Mix.parse("urdma");
    static final Mix BBR = Mix.parse("tcp-bbr");
    static final Mix BOTH = Mix.parse("urdma+tcp-cubic");

    @Test
    void shouldLetProtocolsTakeTurnsAndAnotherOneBegin() {
        LabPlan plan = new LabPlan(List.of(A, B), List.of(URDMA, BBR), 2, 10, 2);

        assertThat(plan.trials())
                .containsExactly(
                        new Trial(A, URDMA, 0),
                        new Trial(A, BBR, 0),
                        new Trial(A, BBR, 1),
                        new Trial(A, URDMA, 1),
                        new Trial(B, URDMA, 0),
                        new Trial(B, BBR, 0),
                        new Trial(B, BBR, 1),
                        new Trial(B, URDMA, 1));
    }

    private static LabPlan plan(List<String> cells, List<String> mixes) {
        return new LabPlan(
                cells.stream().map(c -> LabCell.parse(c, 1_000_000_000L, 0)).toList(),
                mixes.stream().map(Mix::parse).toList(),
                3,
                10,
                2);
    }

    @Test
    void shouldTakeTenMinutesUnlessAskedForMore() {
        assertThat(plan(LabPlan.DEFAULT_CELLS, LabPlan.DEFAULT_MIXES).estimateS())
                .isLessThanOrEqualTo(600);
        LabPlan full = plan(LabPlan.FULL_CELLS, LabPlan.DEFAULT_MIXES);
        assertThat(full.cells()).hasSize(12).allMatch(c -> c.queueNs() == 20_000_000);
        assertThat(plan(LabPlan.BESIDE_CELLS, LabPlan.BESIDE_MIXES).trials()).hasSize(12);
    }

    @Test
    void shouldKnowProtocols() {
        assertThat(BOTH.flows()).containsExactly(FlowKind.URDMA, new FlowKind("tcp-cubic"));
        assertThat(BOTH.name()).isEqualTo("urdma+tcp-cubic");
        assertThat(BOTH.is(FlowKind.URDMA)).isFalse();
        assertThat(BBR.is(FlowKind.TCP_BBR)).isTrue();
        assertThat(FlowKind.TCP_BBR.congestion()).isEqualTo("bbr");
        for (String wrong : List.of("", "tcp", "tcp-", "quic", "urdma+", "+urdma", "tcp-b;r")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Mix.parse(wrong))
                    .withMessageContaining("is not a protocol");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Mix.parse("urdma" + "+urdma".repeat(8)));
    }

    @Test
    void shouldRefuseWhatCannotBeRun() {
        for (int[] wrong : new int[][] {{0, 10, 2}, {101, 10, 2}, {3, 0, 2}, {3, 10, -1}}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() ->
                            new LabPlan(List.of(A), List.of(URDMA), wrong[0], wrong[1], wrong[2]));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> plan(List.of(), List.of("urdma")));
        assertThatIllegalArgumentException().isThrownBy(() -> plan(List.of("1ms/0"), List.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plan(List.of("1ms/0"), List.of("urdma", "urdma")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plan(List.of("1ms/0", "1ms/0/1G"), List.of("urdma")));
    }
}
