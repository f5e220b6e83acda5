package org.urdma4j.measure.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.measure.spec.RunSpec;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

class DatagramTimesTest {
    private static final long MS = 1_000_000;

    @Test
    void shouldReadWhatWasWritten() {
        DatagramTimes times = new DatagramTimes();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(2 * RunSpec.GROUP_HEADER);
            times.write(memory, RunSpec.GROUP_HEADER, 4);
            times.read(memory, RunSpec.GROUP_HEADER);
        }
        assertThat(times.missing()).as("0 to 3").isEqualTo(4);
        assertThat(times.statistics().packets()).isEqualTo(1);
        assertThat(times.statistics().differenceNs()).isNotNegative();
    }

    @Test
    void shouldCountGapsUntilTheyAreFilled() {
        DatagramTimes times = new DatagramTimes();
        assertThat(times.missing()).isZero();
        times.read(0, 0, 5 * MS);
        times.read(3, 3 * MS, 8 * MS);
        assertThat(times.missing()).isEqualTo(2);
        times.read(1, MS, 9 * MS);
        assertThat(times.missing()).isEqualTo(1);
        times.read(1, MS, 9 * MS); // came twice
        times.read(2, 2 * MS, 10 * MS);
        assertThat(times.missing()).isZero();
    }

    /** RFC 3550, 6.4.1: J += (|D| - J) / 16, whatever the two clocks say. */
    @Test
    void shouldReckonTheJitter() {
        DatagramTimes times = new DatagramTimes();
        double jitter = 0;
        long clocks = -123_456_789_012L;
        long before = 0;
        for (int n = 0; n < 100; n++) {
            long delay = (n * 7 % 5) * MS;
            times.read(n, 20L * n * MS, 20L * n * MS + delay + clocks);
            jitter += n == 0 ? 0 : (Math.abs(delay - before) - jitter) / 16;
            before = delay;
        }
        assertThat(times.statistics().jitterNs() / jitter).isBetween(0.999, 1.001);
    }

    @Test
    void shouldFindNoJitterInAConstantDelayThoughSomeAreLost() {
        DatagramTimes times = new DatagramTimes();
        for (int n = 0; n < 50; n += 3) {
            times.read(n, n * MS, n * MS + 7 * MS);
        }
        assertThat(times.statistics().jitterNs()).isZero();
        assertThat(times.missing()).isEqualTo(32);
    }
}
