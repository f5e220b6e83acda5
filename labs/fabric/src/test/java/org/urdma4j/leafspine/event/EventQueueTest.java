package org.urdma4j.leafspine.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

class EventQueueTest {
    private final EventQueue events = new EventQueue();
    private final List<Integer> ran = new ArrayList<>();

    private Event event(int number) {
        return Event.of(() -> ran.add(number));
    }

    private void runAll() {
        while (events.runNext()) {
            assertThat(events.nowPs()).isNotNegative();
        }
    }

    @Test
    void shouldRunInOrderOfTimeThenOfScheduling() {
        events.schedule(event(3), 20);
        events.schedule(event(1), 10);
        events.schedule(event(2), 10);

        runAll();

        assertThat(ran).containsExactly(1, 2, 3);
        assertThat(events.nowPs()).isEqualTo(20);
        assertThat(events.ran()).isEqualTo(3);
    }

    @Test
    void shouldNotRunWhatWasCancelledAndMoveWhatWasScheduledAgain() {
        Event cancelled = event(1);
        Event moved = event(2);
        events.schedule(cancelled, 5);
        events.schedule(moved, 1);
        events.schedule(event(3), 7);
        events.cancel(cancelled);
        events.cancel(cancelled);
        events.schedule(moved, 9);

        runAll();

        assertThat(ran).containsExactly(3, 2);
        assertThat(cancelled.isScheduled()).isFalse();
    }

    @Test
    void shouldNeverGoBack() {
        events.schedule(event(1), 10);
        runAll();
        events.schedule(event(2), 3);
        runAll();

        assertThat(events.nowPs()).isEqualTo(10);
        assertThat(ran).containsExactly(1, 2);
    }

    @Test
    void shouldKeepOrderWhateverIsAddedAndCancelled() {
        Random random = new Random(7);
        List<Long> times = new ArrayList<>();
        List<Event> all = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            Event event = Event.of(() -> times.add(events.nowPs()));
            all.add(event);
            events.schedule(event, random.nextInt(500));
            if (i % 3 == 0) {
                events.cancel(all.get(random.nextInt(all.size())));
            }
        }
        long left = all.stream().filter(Event::isScheduled).count();

        runAll();

        assertThat(times).isSorted().hasSize((int) left);
    }
}
