package org.urdma4j.leafspine.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ShapeTest {
    private static final long G100 = 100_000_000_000L;
    private static final Shape PAPERS = new Shape(4, 8, G100, 4, G100, 3, Shape.DELAY_PS);

    @Test
    void shouldHaveThePapersSpeedUps() {
        assertThat(PAPERS.speedUp()).isEqualTo(1.5);
        assertThat(PAPERS.withSpines(4).speedUp()).isEqualTo(2);
    }

    @Test
    void aPacketShouldTakeFourCables() {
        assertThat(PAPERS.oneWayPs(4178)).isEqualTo(4 * (1_000_000 + 4178 * 80));
    }

    @Test
    void shouldKnowItsUplinks() {
        assertThat(PAPERS.uplink(1, 2, 0)).isEqualTo("B-3.1");
        PAPERS.requireUplink("A-1.1");
        PAPERS.requireUplink("D-3.4");
        for (String wrong : new String[] {"E-1.1", "A-4.1", "A-1.5", "A-0.1", "a-1.1", ""}) {
            assertThatThrownBy(() -> PAPERS.requireUplink(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageEndingWith("they are A-1.1 to D-3.4");
        }
    }
}
