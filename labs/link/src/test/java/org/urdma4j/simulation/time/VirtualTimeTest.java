package org.urdma4j.simulation.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

class VirtualTimeTest {
    private final List<String> log = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(longs = {0, -5, Long.MAX_VALUE - 10})
    void shouldRunEventsInTheOrderOfTimeThenOfScheduling(long start) {
        VirtualTime time = new VirtualTime(start);
        time.schedule(start + 30, () -> log.add("c"));
        time.schedule(start + 10, () -> log.add("a1"));
        time.schedule(start + 20, () -> log.add("b"));
        time.schedule(start + 10, () -> log.add("a2"));

        time.runUntil(start + 20);

        assertThat(log).containsExactly("a1", "a2", "b");
        assertThat(time.nowNs()).isEqualTo(start + 20);
        assertThat(time.scheduled()).isEqualTo(1);
        assertThat(time.runNext()).isTrue();
        assertThat(time.nowNs()).isEqualTo(start + 30);
        assertThat(time.runNext()).isFalse();
        assertThat(time.events()).isEqualTo(4);
    }

    @Test
    void shouldShowTheTimeOfTheEventWhileItRuns() {
        VirtualTime time = new VirtualTime(100);
        time.schedule(150, () -> log.add("at " + time.nowNs()));

        time.runUntil(1000);

        assertThat(log).containsExactly("at 150");
        assertThat(time.nowNs()).isEqualTo(1000);
    }

    @Test
    void shouldRunWhatIsOverdueNowAfterWhatIsDueNow() {
        VirtualTime time = new VirtualTime(100);
        time.schedule(
                200,
                () -> {
                    time.schedule(50, () -> log.add("overdue at " + time.nowNs()));
                    log.add("first");
                });
        time.schedule(200, () -> log.add("second"));

        time.runUntil(300);

        assertThat(log).containsExactly("first", "second", "overdue at 200");
    }

    @Test
    void shouldMoveAndCancelTimers() {
        VirtualTime time = new VirtualTime(0);
        VirtualTimer moved = time.timer(() -> log.add("moved"));
        moved.schedule(10);
        moved.schedule(30);
        VirtualTimer cancelled = time.schedule(20, () -> log.add("cancelled"));
        cancelled.cancel();
        cancelled.cancel();
        time.schedule(30, () -> log.add("after"));

        assertThat(moved.isScheduled()).isTrue();
        assertThat(moved.atNs()).isEqualTo(30);
        time.runUntil(100);

        assertThat(log).containsExactly("moved", "after");
        assertThat(moved.isScheduled()).isFalse();
        assertThat(cancelled.isScheduled()).isFalse();
    }

    @Test
    void shouldPutATimerThatIsSetAgainBehindTheOthersOfThatInstant() {
        VirtualTime time = new VirtualTime(0);
        VirtualTimer first = time.schedule(10, () -> log.add("set first"));
        time.schedule(10, () -> log.add("set second"));
        first.schedule(10);

        time.runUntil(10);

        assertThat(log).containsExactly("set second", "set first");
    }

    @Test
    void shouldLetATimerSetItselfAgain() {
        VirtualTime time = new VirtualTime(0);
        VirtualTimer[] timer = new VirtualTimer[1];
        timer[0] =
                time.timer(() -> {
                    log.add("at " + time.nowNs());
                    timer[0].schedule(time.nowNs() + 7);
                });
        timer[0].schedule(0);

        time.runUntil(20);

        assertThat(log).containsExactly("at 0", "at 7", "at 14");
    }

    @Test
    void shouldStopWhenWhatItWaitsForHasHappened() {
        VirtualTime time = new VirtualTime(0);
        for (int at = 1; at <= 10; at++) {
            time.schedule(at, () -> log.add("x"));
        }

        assertThat(time.runUntil(() -> log.size() == 3, 100)).isTrue();
        assertThat(time.nowNs()).isEqualTo(3);
        assertThat(time.runUntil(() -> log.size() == 30, 5)).isFalse();
        assertThat(time.nowNs()).isEqualTo(5);
        assertThat(time.runUntil(() -> log.size() == 30, 100)).isFalse();
        assertThat(log).hasSize(10);
    }

    @Test
    void shouldEndALoopThatLetsNoTimePass() {
        VirtualTime time = new VirtualTime(0, 1000);
        VirtualTimer[] timer = new VirtualTimer[1];
        timer[0] = time.timer(() -> timer[0].schedule(time.nowNs()));
        timer[0].schedule(5);

        assertThatThrownBy(() -> time.runUntil(10))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("at 5 ns");
    }

    @Test
    void shouldKeepTheOrderThroughRandomSettingMovingAndCancelling() {
        record Due(long atNs, int order, VirtualTimer timer) {}
        SplittableRandom random = new SplittableRandom(3);
        VirtualTime time = new VirtualTime(0);
        List<Long> ran = new ArrayList<>();
        List<Due> expected = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            long at = random.nextLong(5_000);
            long id = i;
            expected.add(new Due(at, i, time.schedule(at, () -> ran.add(id))));
            if (random.nextInt(3) == 0) {
                expected.remove(random.nextInt(expected.size())).timer().cancel();
            }
        }
        expected.sort(Comparator.comparingLong(Due::atNs).thenComparingInt(Due::order));

        time.runUntil(5_000);

        assertThat(ran)
                .containsExactlyElementsOf(
                        expected.stream().map(due -> (long) due.order()).toList());
    }
}
