package org.urdma4j.rdmacore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SlotsTest {
    private final Slots slots = new Slots(4);

    private void take(long... ids) {
        for (long id : ids) {
            slots.take(id, true);
        }
    }

    @Test
    void shouldHoldPlacesUntilTheirCompletion() {
        take(1, 2, 3, 4);
        assertThat(slots.room()).isZero();
        slots.succeeded();
        assertThat(slots.room()).isEqualTo(1);
        assertThat(slots.isOldest(2)).isTrue();
        take(5);
        assertThat(slots.room()).isZero();
    }

    @Test
    void shouldFreeUnsignaledOnesWithALaterOne() {
        slots.take(1, false);
        slots.take(2, false);
        slots.take(3, true);
        slots.take(4, false);
        slots.succeeded();
        assertThat(slots.room()).isEqualTo(3);
        assertThat(slots.isOldest(4)).isTrue();
    }

    /** What fails completes unsignaled, too, and what is behind it is flushed one by one. */
    @Test
    void shouldFreeUpToTheOneThatFails() {
        for (int id = 1; id <= 4; id++) {
            slots.take(id, false);
        }
        slots.failed(2);
        assertThat(slots.room()).isEqualTo(2);
        slots.failed(3);
        slots.failed(4);
        assertThat(slots.room()).isEqualTo(4);
    }

    @Test
    void shouldTakeNoMoreThanThereIs() {
        slots.succeeded();
        slots.failed(7);
        assertThat(slots.room()).isEqualTo(4);
        assertThat(slots.isOldest(0)).isFalse();
        take(1, 2);
        slots.failed(7);
        assertThat(slots.room()).isEqualTo(2);
        slots.giveBack(1);
        assertThat(slots.room()).isEqualTo(3);
        slots.clear();
        assertThat(slots.room()).isEqualTo(4);
        assertThat(new Slots(0).room()).isZero();
    }

    @Test
    void shouldGoRoundAndRound() {
        take(0);
        for (int id = 1; id < 1000; id++) {
            take(id);
            assertThat(slots.isOldest(id - 1L)).isTrue();
            slots.succeeded();
            assertThat(slots.room()).isEqualTo(3);
        }
    }
}
