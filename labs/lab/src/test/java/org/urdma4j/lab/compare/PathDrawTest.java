package org.urdma4j.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.measure.spec.Operation;
import org.urdma4j.simulation.loss.Bernoulli;
import org.urdma4j.simulation.loss.Bursts;
import org.urdma4j.simulation.loss.GilbertElliott;
import org.urdma4j.simulation.loss.LossSpec;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class PathDrawTest {
    private static final List<ComparedPath> PATHS =
            IntStream.rangeClosed(1, 500).mapToObj(i -> PathDraw.draw(3, i)).toList();

    @Test
    void shouldStayInItsRanges() {
        for (ComparedPath path : PATHS) {
            assertThat(path.rateBps()).isBetween(50_000_000L, 2_000_000_000L);
            assertThat(path.rttNs()).isBetween(1_000_000L, 200_000_000L);
            assertThat(path.queueBytes()).isGreaterThanOrEqualTo(64 << 10);
            assertThat(path.queueBdp() <= 2 || path.queueBytes() == 64 << 10).isTrue();
            assertThat(path.queueBdp()).isGreaterThanOrEqualTo(0.0999);
            assertThat(path.loss().meanLoss()).isBetween(0.0, 0.3);
            assertThat(path.impairments().jitterNs()).isLessThan(path.rttNs() / 10);
            assertThat(path.impairments().reorderShare()).isBetween(0.0, 0.05);
            assertThat(path.impairments().reverseLoss().meanLoss()).isBetween(0.0, 0.05);
        }
    }

    @Test
    void shouldDrawOfEverything() {
        assertThat(PATHS.stream().map(ComparedPath::operation).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(Operation.WRITE, Operation.SEND, Operation.READ);
        for (Class<?> model :
                List.of(
                        LossSpec.NONE.getClass(),
                        Bernoulli.class,
                        GilbertElliott.class,
                        Bursts.class)) {
            assertThat(PATHS.stream().filter(path -> model.isInstance(path.loss())).count())
                    .isBetween(80L, 170L);
        }
        assertThat(PATHS.stream().filter(path -> path.impairments().jitterNs() > 0).count())
                .isBetween(120L, 220L);
        assertThat(PATHS.stream().filter(path -> path.impairments().reorderShare() > 0).count())
                .isBetween(120L, 220L);
        assertThat(PATHS.stream().filter(path -> path.queueBdp() < 0.45).count())
                .isBetween(150L, 300L);
    }

    @Test
    void shouldDrawTheSameAgainAndAnotherWithAnotherSeed() {
        assertThat(PathDraw.draw(3, 7)).isEqualTo(PATHS.get(6));
        assertThat(PathDraw.draw(4, 7)).isNotEqualTo(PATHS.get(6));
    }
}
