package org.urdma4j.lab.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CpuTraceTest {
    private static final long SECOND = 1_000_000_000L;

    /** Two processors of which one and a half are busy, a half of that by the emulator. */
    private static CpuTrace trace(int seconds, long startNs) {
        CpuTrace trace = new CpuTrace();
        for (int i = 0; i <= 10 * seconds; i++) {
            long ns = i * SECOND / 10;
            trace.add(startNs + ns, 3 * ns / 2, ns / 2);
        }
        return trace;
    }

    @Test
    void shouldLeaveOutWhatIsApart() {
        assertThat(trace(10, 0).processors(8, 1)).isCloseTo(1, within(1e-9));
    }

    @Test
    void shouldTakeAnyClock() {
        assertThat(trace(10, Long.MAX_VALUE - SECOND).processors(8, 1)).isCloseTo(1, within(1e-9));
    }

    @Test
    void shouldCountOnlyWhatWasAskedFor() {
        CpuTrace trace = new CpuTrace();
        trace.add(0, 0, 0);
        trace.add(SECOND, 2 * SECOND, 0);
        trace.add(2 * SECOND, 3 * SECOND, 0);
        trace.add(3 * SECOND, 5 * SECOND, 0);

        assertThat(trace.processors(2, 1)).isCloseTo(1, within(1e-9));
        assertThat(trace.processors(3, 0)).isCloseTo(5 / 3.0, within(1e-9));
    }

    @Test
    void shouldNotKnowWhatItHasNotSeen() {
        assertThat(CpuTrace.NONE.processors(8, 1)).isNaN();
        assertThat(trace(5, 0).processors(8, 1)).isNaN();
        assertThat(trace(5, 0).processors(1, 1)).isNaN();
        assertThat(trace(5, 0).processors(1, 2)).isNaN();
        assertThat(trace(5, 0).processors(Double.NaN, 0)).isNaN();
    }
}
