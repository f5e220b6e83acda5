package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A flow that gives way to everybody: beside others next to nothing, alone everything. */
final class BackgroundTest {
    @ParameterizedTest
    @CsvSource({"cubic,1,ours", "cubic,1,rival", "bbr,1,rival", "cubic,5,rival", "cubic,0.25,ours"})
    void besideOneOthersItShouldHaveNoMoreThanATwentieth(String rival, double queue, String first) {
        RivalCell.Found found =
                RivalCell.parse("background,1,%s,1,50,20,%s,%s,20".formatted(rival, queue, first))
                        .run(1);
        assertThat(found.most()).as("of half the link, %s", found).isLessThan(0.1);
        assertThat(found.use()).as("%s", found).isGreaterThan(0.93);
    }

    @Test
    void aloneItShouldFillTheLink() {
        RivalCell.Found found = RivalCell.parse("background,1,none,0,50,20,1,ours,10").run(1);
        assertThat(found.use()).as("%s", found).isGreaterThan(0.97);
        assertThat(found.queueRtt()).as("%s", found).isLessThan(0.3);
    }

    @Test
    void lossByChanceShouldNotMakeItGiveWay() {
        RivalCell.Found found = RivalCell.parse("background,1,none,0,50,20,1,ours,10,1%").run(1);
        assertThat(found.use()).as("%s", found).isGreaterThan(0.85);
    }

    @Test
    void whenOthersHaveLeftItShouldFillTheLinkAgain() {
        RivalCell.Found found = RivalCell.parse("background,1,cubic,1,50,20,1,rival,10").run(1);
        assertThat(found.afterUse()).as("%s", found).isGreaterThan(0.6);
    }
}
