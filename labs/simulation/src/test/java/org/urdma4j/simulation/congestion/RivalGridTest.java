package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Flows of ours beside TCP; the property {@code rival.grid} names further cells to print. */
final class RivalGridTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "rrcc,1,cubic,1,50,20,1,ours,30",
                "rrcc,1,cubic,1,100,20,0.25,rival,40",
                "rrcc,1,cubic,4,100,20,0.25,rival,30",
                "rrcc,1,cubic,4,50,40,0.25,ours,30",
                "rrcc,1,bbr,2,100,20,0.25,ours,40",
                "rrcc,1,cubic,1,40,30,5,ours,40",
                "rrcc,1,cubic,1,106,20,5,ours,60",
                "rrcc_rivals,1,cubic,1,50,20,0.25,rival,30"
            })
    void eachFlowShouldHaveBetweenHalfAndTwiceTheFairShare(String cell) {
        RivalCell.Found found = RivalCell.parse(cell).run(1);
        assertThat(found.fair()).as("%s: %s", cell, found).isTrue();
        assertThat(found.use()).as("%s: %s", cell, found).isGreaterThan(0.9);
        assertThat(found.afterUse()).as("%s: %s", cell, found).isGreaterThan(0.95);
    }

    @Test
    void aFlowAloneShouldNotTakeItselfForARival() {
        RivalCell.Found found = RivalCell.parse("rrcc_rivals,1,none,0,50,20,1,ours,20").run(1);
        assertThat(found.use()).as("%s", found).isGreaterThan(0.97);
        assertThat(found.queueRtt()).as("%s", found).isLessThan(0.3);
    }

    @Test
    void cellsThatAreAskedFor() {
        String cells = System.getProperty("rival.grid", "");
        for (String cell : cells.isEmpty() ? new String[0] : cells.split(";", -1)) {
            RivalCell.Found found = RivalCell.parse(cell).run(Long.getLong("rival.seed", 1));
            System.out.println(cell + "  " + found);
            assertThat(found.use()).isPositive();
        }
    }
}
