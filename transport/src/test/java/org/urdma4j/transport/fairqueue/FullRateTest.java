package org.urdma4j.transport.fairqueue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FullRateTest {
    private static final long MS = 1_000_000L;
    private static final long SPAN = 30 * MS;

    private final FullRate rate = new FullRate();
    private long nowNs = 5 * MS;

    /** Reports come each ten milliseconds, of so many bytes. */
    private void arrive(int reports, long bytes, boolean full) {
        for (int i = 0; i < reports; i++) {
            nowNs += 10 * MS;
            rate.onReport(bytes, full, SPAN, nowNs);
        }
    }

    private double known() {
        return rate.perNs(nowNs);
    }

    @Test
    void shouldKnowTheBestSpan() {
        arrive(10, 10 * MS, true);
        arrive(10, 20 * MS, true);
        arrive(10, 15 * MS, true);

        assertThat(known()).isEqualTo(2);
    }

    @Test
    void shouldKnowNothingOfSpansThatWereNotFilled() {
        arrive(2, 10 * MS, true);
        for (int i = 0; i < 10; i++) {
            arrive(1, 10 * MS, false);
            arrive(2, 10 * MS, true);
        }
        assertThat(known()).isZero();

        arrive(2, 10 * MS, true);
        assertThat(known()).isEqualTo(1);
    }

    @Test
    void shouldForgetWhatIsNotSeenAgain() {
        arrive(10, 20 * MS, true);
        arrive(500, 10 * MS, true);

        assertThat(known()).isEqualTo(1);
    }

    @Test
    void shouldKeepItForTenSecondsInWhichNobodyFillsThePath() {
        arrive(10, 20 * MS, true);
        arrive(900, MS, false);
        assertThat(known()).isEqualTo(2);

        arrive(200, MS, false);
        assertThat(known()).isZero();
    }
}
