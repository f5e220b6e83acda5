package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Flows that begin one after another from hosts of their own. With {@code -Dflow.grid='CELL;…'}
 * other cells than these are run and printed, each as {@link FlowGrid#parse} reads it.
 */
class FlowGridTest {
    /** What is lost at random costs no more than that. */
    @ParameterizedTest
    @ValueSource(strings = {"1, 1000, 20, 1, 0, 5%, 1.5", "1, 1000, 20, 1, 0, 1%, 1.5"})
    void shouldStandRandomLoss(String cell) {
        FlowGrid.Found found = FlowGrid.parse(cell).run(1);

        assertThat(found.use()).as("%s", found).isGreaterThan(0.96);
        assertThat(found.again()).as("%s", found).isLessThan(0.01);
    }

    /** Each takes the queue that the others keep for the path, and what overflows for random. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "8, 1000, 20, 1, 100, 0.1%, 5",
                "16, 1000, 20, 1, 100, none, 6",
                "4, 500, 20, 1, 1000, 5%, 6"
            })
    void shouldNotCollapse(String cell) {
        FlowGrid.Found found = FlowGrid.parse(cell).run(1);

        assertThat(found.use()).as("%s", found).isGreaterThan(0.95);
        assertThat(found.again()).as("%s", found).isLessThan(0.02);
        assertThat(found.least()).as("%s", found).isGreaterThan(1.0 / 3);
    }

    @Test
    @EnabledIfSystemProperty(named = "flow.grid", matches = ".+")
    void shouldShowAGrid() {
        for (String cell : System.getProperty("flow.grid").split(";", -1)) {
            FlowGrid.Found found = FlowGrid.parse(cell).run(Long.getLong("flow.seed", 1));
            System.out.println(cell + ": " + found);

            assertThat(found.use()).as(cell).isPositive();
        }
    }
}
