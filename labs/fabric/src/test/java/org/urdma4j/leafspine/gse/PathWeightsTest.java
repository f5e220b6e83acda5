package org.urdma4j.leafspine.gse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.leafspine.topology.Shape;

class PathWeightsTest {
    private static final long G100 = 100_000_000_000L;
    private static final int WHOLE = 400;
    private static final long STALE_PS = 1000;
    private static final int[] ALL = {WHOLE, WHOLE, WHOLE};

    private final PathWeights weights =
            new PathWeights(new Shape(2, 1, G100, 4, G100, 3, Shape.DELAY_PS), WHOLE, STALE_PS);

    private int[] chosen(int to, int[] own, int times, long nowPs) {
        int[] counts = new int[3];
        for (int i = 0; i < times; i++) {
            counts[weights.choose(to, own, nowPs)]++;
        }
        return counts;
    }

    @Test
    void shouldTakeTurnsUntilASpineSaysOtherwise() {
        assertThat(chosen(1, ALL, 300, 0)).containsExactly(100, 100, 100);
        assertThat(chosen(1, ALL, 3, 0)).as("evenly").containsExactly(1, 1, 1);
    }

    @Test
    void shouldSpreadByWhatSpinesCanTakeForALeaf() {
        weights.onSaid(0, new int[] {WHOLE, 100}, 0);
        weights.onSaid(1, new int[] {WHOLE, 200}, 0);
        weights.onSaid(2, new int[] {WHOLE, 300}, 0);

        assertThat(chosen(1, ALL, 600, 0)).containsExactly(100, 200, 300);
        assertThat(chosen(0, ALL, 300, 0)).as("to the other leaf").containsExactly(100, 100, 100);
    }

    @Test
    void shouldBeBoundByItsOwnCablesUpwards() {
        assertThat(chosen(1, new int[] {200, WHOLE, 0}, 300, 0)).containsExactly(100, 200, 0);
    }

    @Test
    void shouldHoldBackWhereAllSayThatTheyCanTakeNothingUntilThatIsOld() {
        for (int spine = 0; spine < 3; spine++) {
            weights.onSaid(spine, new int[] {WHOLE, 0}, 50);
        }
        assertThat(weights.choose(1, ALL, 50 + STALE_PS - 1)).isEqualTo(-1);
        weights.onSaid(1, new int[] {WHOLE, 1}, 60);
        assertThat(weights.choose(1, ALL, 60)).isEqualTo(1);
        assertThat(weights.choose(1, ALL, 50 + STALE_PS)).as("stale").isNotEqualTo(-1);
    }
}
