package org.urdma4j.measure.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.measure.spec.Load;

import java.util.ArrayList;
import java.util.List;

class SamplePlanTest {
    private static List<Long> instantsMs(long timeMs, long omitMs, long intervalMs) {
        Load load =
                new Load(
                        1,
                        1,
                        1,
                        timeMs * 1_000_000,
                        0,
                        omitMs * 1_000_000,
                        intervalMs * 1_000_000,
                        false,
                        false,
                        1);
        SamplePlan plan = new SamplePlan(load);
        List<Long> instants = new ArrayList<>();
        long at = 0;
        while (!plan.last(at)) {
            at = plan.next(at);
            instants.add(at / 1_000_000);
        }
        return instants;
    }

    @Test
    void shouldSampleAtEachIntervalAnewFromTheEndOfWhatIsOmitted() {
        assertThat(instantsMs(300, 0, 100)).containsExactly(100L, 200L, 300L);
        assertThat(instantsMs(300, 200, 100)).containsExactly(100L, 200L, 300L, 400L, 500L);
        assertThat(instantsMs(300, 150, 100)).containsExactly(100L, 150L, 250L, 350L, 450L);
        assertThat(instantsMs(250, 0, 100)).containsExactly(100L, 200L, 250L);
        assertThat(instantsMs(300, 150, 0)).containsExactly(150L, 450L);
    }
}
