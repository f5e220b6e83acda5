package org.urdma4j.simulation.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

class ScheduleTest {
    @ParameterizedTest
    @ValueSource(longs = {0, -1_000_000, Long.MAX_VALUE - 25})
    void shouldTakeEachValueFromItsInstantOn(long origin) {
        StepFunction function =
                new StepFunction(
                        5, List.of(new Step(10, 6), new Step(11, 7), new Step(30, 8)), origin);

        assertThat(function.at(origin - 100)).isEqualTo(5);
        assertThat(function.at(origin + 9)).isEqualTo(5);
        assertThat(function.at(origin + 10)).isEqualTo(6);
        assertThat(function.at(origin + 29)).isEqualTo(7);
        assertThat(function.at(origin + 30)).isEqualTo(8);
        assertThat(function.at(origin + 1_000)).isEqualTo(8);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1_000_000, Long.MAX_VALUE - 25})
    void shouldBeDarkFromTheStartOfABlackoutToJustBeforeItsEnd(long origin) {
        BlackoutSchedule schedule =
                new BlackoutSchedule(List.of(new Blackout(10, 5), new Blackout(20, 10)), origin);

        assertThat(schedule.covers(origin + 9)).isFalse();
        assertThat(schedule.covers(origin + 10)).isTrue();
        assertThat(schedule.covers(origin + 14)).isTrue();
        assertThat(schedule.covers(origin + 15)).isFalse();
        assertThat(schedule.covers(origin + 20)).isTrue();
        assertThat(schedule.covers(origin + 29)).isTrue();
        assertThat(schedule.covers(origin + 30)).isFalse();
    }
}
