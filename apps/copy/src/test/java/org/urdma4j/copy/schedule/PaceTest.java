package org.urdma4j.copy.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;

class PaceTest {
    /** A Monday. */
    private static final Instant MONDAY = Instant.parse("2026-03-02T00:00:00Z");

    private static final long GIGABIT = 1_000_000_000;
    private static final Windows NIGHT = Windows.parse("01:00-05:00", ZoneId.of("UTC"));

    private static Instant after(double hours) {
        return MONDAY.plusMillis((long) (hours * 3_600_000));
    }

    private static long bytes(double hours, long bitsPerSecond) {
        return (long) (hours * 3600 * bitsPerSecond / Byte.SIZE);
    }

    @Test
    void shouldBeTheLeastRateThatArrives() {
        PathHistory none = new PathHistory();
        assertThat(Pace.of(bytes(1, GIGABIT), MONDAY, after(10), Windows.ALWAYS, none))
                .isEqualTo(new Pace(GIGABIT / 10, after(10)));
        assertThat(Pace.of(bytes(1, GIGABIT), MONDAY, after(48), NIGHT, none).bitsPerSecond())
                .isEqualTo(GIGABIT / 8);
        assertThat(Pace.of(bytes(1, GIGABIT), after(3), after(12), NIGHT, none).bitsPerSecond())
                .isEqualTo(GIGABIT / 2);
    }

    /** Where the deadline is after a window, what is kept in hand is of the window. */
    @Test
    void shouldKeepATwentiethOfItsTimeInHand() {
        assertThat(Pace.aim(MONDAY, after(20), Windows.ALWAYS)).isEqualTo(after(19));
        assertThat(Pace.aim(MONDAY, after(12), NIGHT)).isEqualTo(after(4.8));
        assertThat(Pace.aim(MONDAY, after(36), NIGHT)).isEqualTo(after(28.6));
        assertThat(Pace.aim(after(6), after(7), NIGHT)).isEqualTo(after(7));
    }

    /** What a slow hour can't bring the others must. */
    @Test
    void shouldGoByWhatThePathHadAtEachHour() {
        PathHistory history = new PathHistory();
        history.record(after(0), GIGABIT / 100, false);
        history.record(after(1), GIGABIT, false);
        Pace pace = Pace.of(bytes(0.51, GIGABIT), MONDAY, after(2), Windows.ALWAYS, history);
        assertThat(pace).isEqualTo(new Pace(GIGABIT / 2, after(2)));
    }

    @Test
    void shouldSayEarlyWhenItComesTooLate() {
        PathHistory history = new PathHistory();
        history.record(after(1), GIGABIT, false);
        Pace pace = Pace.of(bytes(6, GIGABIT), MONDAY, after(24), NIGHT, history);
        assertThat(pace).isEqualTo(new Pace(0, after(27)));
        assertThat(Pace.of(Long.MAX_VALUE / 8, MONDAY, after(24), NIGHT, history))
                .isEqualTo(new Pace(0, Instant.MAX));
        assertThat(Pace.of(1, after(6), after(7), NIGHT, history).bitsPerSecond()).isZero();
    }

    @Test
    void shouldLearnFromReadings() {
        PathHistory history = new PathHistory();
        assertThat(history.expected(MONDAY)).isEmpty();
        history.record(MONDAY, 100, true); // it was allowed no more
        assertThat(history.expected(MONDAY)).isEmpty();
        history.record(MONDAY, 800, false);
        history.record(MONDAY, 400, true);
        assertThat(history.expected(MONDAY)).hasValue(800);
        history.record(MONDAY, 400, false);
        assertThat(history.expected(MONDAY)).hasValue(700);
        history.record(after(5), 100, false);
        assertThat(history.expected(after(24))).as("the same hour of another day").hasValue(700);
        assertThat(history.expected(after(7))).as("all that is known").hasValue(400);
        assertThat(PathHistory.of(history.lines()).lines()).isEqualTo(history.lines());
        assertThat(PathHistory.of(List.of("", "x y", "0 -5", "168 5", "3", "1 999")).lines())
                .containsExactly("1 999");
    }

    /**
     * A week of a link of 1 Gbit/s whose users take 200 Mbit/s at night and up to 800 by day: 3 TB
     * pass at night, in time, and what counts for its bill, the 95th percentile of 5 minutes each,
     * is that of the same day without the copy.
     */
    @Test
    void shouldFillTheValleysOfAWeekAndLeaveItsPeaks() {
        Instant deadline = after(7 * 24);
        Instant aim = Pace.aim(MONDAY, deadline, NIGHT);
        long left = bytes(28 * 0.6, GIGABIT * 4 / 10);
        PathHistory history = new PathHistory();
        int step = 300;
        double[] without = new double[7 * 288];
        double[] with = new double[7 * 288];
        Instant arrived = null;
        for (int i = 0; i < with.length; i++) {
            Instant now = MONDAY.plusSeconds((long) i * step);
            double users = load(i % 288 / 12.0);
            without[i] = users;
            with[i] = users;
            if (left > 0 && NIGHT.isOpen(now)) {
                long cap = Pace.of(left, now, aim, NIGHT, history).bitsPerSecond();
                double free = GIGABIT - users;
                double rate = cap == 0 ? free : Math.min((double) cap, free);
                history.record(now, (long) rate, rate < free);
                with[i] += rate;
                left -= (long) (rate * step / Byte.SIZE);
                arrived = left <= 0 ? now.plusSeconds(step) : arrived;
            }
        }
        assertThat(arrived).isNotNull().isBefore(deadline);
        assertThat(Duration.between(MONDAY, arrived)).isGreaterThan(Duration.ofDays(5));
        for (int day = 0; day < 7; day++) {
            assertThat(percentile95(with, day)).isEqualTo(percentile95(without, day));
        }
    }

    /** Half a sine from six to midnight over what there is at night. */
    private static double load(double hour) {
        double day = hour < 6 ? 0 : Math.sin((hour - 6) / 18 * Math.PI);
        return GIGABIT * (0.2 + 0.6 * day);
    }

    private static double percentile95(double[] samples, int day) {
        double[] sorted = Arrays.copyOfRange(samples, day * 288, day * 288 + 288);
        Arrays.sort(sorted);
        return sorted[(int) Math.ceil(0.95 * 288) - 1];
    }
}
