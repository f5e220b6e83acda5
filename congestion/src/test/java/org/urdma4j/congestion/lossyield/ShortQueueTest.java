package org.urdma4j.congestion.lossyield;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

/** How long a queue is at most, and how often it fills. */
class ShortQueueTest {
    private static final long MS = 1_000_000;
    private static final long RTT = 20 * MS;

    private final ShortQueue queue = new ShortQueue();
    private long nowNs;

    private boolean round(long... queueNs) {
        for (long ns : queueNs) {
            nowNs += MS;
            queue.onReport(nowNs, ns, RTT);
        }
        return queue.endRound();
    }

    @Test
    void shouldCountEachTimeItFillsFromNearlyNothing() {
        round(5 * MS);
        assertThat(round(0, 5 * MS)).as("it was not empty before this round").isFalse();
        assertThat(round(5 * MS)).isTrue();
        assertThat(round(5 * MS, 4 * MS)).as("it has not emptied").isFalse();
        assertThat(round(MS / 2)).isFalse();
        assertThat(round(2 * MS)).as("it is not full").isFalse();
        assertThat(round(4 * MS)).isTrue();
    }

    @Test
    void shouldCountNothingWithoutAQueue() {
        for (int i = 0; i < 100; i++) {
            assertThat(round(MS, 0)).isFalse();
            assertThat(round(0, 2 * MS)).isFalse();
        }
    }

    @Test
    void shouldForgetHowLongItWas() {
        round(6 * MS);
        assertThat(queue.wasFull(4 * MS)).isFalse();

        for (int i = 0; i < 600; i++) {
            round(0, 4 * MS, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        }

        assertThat(queue.wasFull(4 * MS)).isTrue();
    }

    private void rounds(int count, int reports, long queueNs) {
        long[] all = new long[reports];
        Arrays.fill(all, queueNs);
        for (int i = 0; i < count; i++) {
            round(all);
        }
    }

    @Test
    void shouldKnowWhenNobodyFillsItAnyMore() {
        rounds(10, 20, 5 * MS);
        assertThat(queue.isLeft()).isFalse();

        rounds(45, 20, MS / 2);
        assertThat(queue.isLeft()).as("not yet a second").isFalse();
        rounds(10, 20, MS / 2);
        assertThat(queue.isLeft()).isTrue();

        rounds(1, 20, 2 * MS);
        assertThat(queue.isLeft()).isFalse();
    }

    @Test
    void shouldWaitForSixteenRoundTripsOfALongPath() {
        rounds(10, 200, 5 * MS);

        rounds(15, 200, MS / 2);
        assertThat(queue.isLeft()).isFalse();
        rounds(1, 200, MS / 2);
        assertThat(queue.isLeft()).isTrue();
    }
}
