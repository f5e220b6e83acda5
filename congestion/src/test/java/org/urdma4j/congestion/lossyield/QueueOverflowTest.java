package org.urdma4j.congestion.lossyield;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.SplittableRandom;

/** Losses of packets that met a full queue are its own, if the others lose less. */
class QueueOverflowTest {
    private static final long MS = 1_000_000;
    private static final long RTT = 20 * MS;

    private final SplittableRandom random = new SplittableRandom(1);
    private final ShortQueue queue = new ShortQueue();
    private final QueueOverflow overflow = new QueueOverflow(queue, 0, 0);
    private long nowNs;
    private long received;
    private long missing;

    /** One report of ten packets. */
    private void report(long queueNs, int lost) {
        nowNs += MS;
        received += 10 - lost;
        missing += lost;
        queue.onReport(nowNs, queueNs, RTT);
        overflow.onReport(received, missing, queueNs);
    }

    private int atRandom(double loss) {
        int lost = 0;
        for (int i = 0; i < 10; i++) {
            lost += random.nextDouble() < loss ? 1 : 0;
        }
        return lost;
    }

    /** Returns in how many of so many rounds, a quarter of each with a queue, one is told. */
    private int told(int rounds, double loss, int beyondLost, long queueNs) {
        int told = 0;
        for (int i = 0; i < rounds; i++) {
            for (int r = 0; r < 15; r++) {
                report(MS / 2, atRandom(loss));
            }
            for (int r = 0; r < 5; r++) {
                report(queueNs, atRandom(loss) + (r == 4 ? beyondLost : 0));
            }
            told += overflow.endRound() ? 1 : 0;
            queue.endRound();
        }
        return told;
    }

    @Test
    void shouldTellLossesOfPacketsThatWaited() {
        told(20, 0, 0, 5 * MS);

        assertThat(told(100, 0, 2, 5 * MS)).isGreaterThan(80);
        assertThat(overflow.share()).isBetween(0.008, 0.0101);
    }

    @Test
    void shouldTellThemFromRandomOnes() {
        told(20, 0.02, 0, 5 * MS);

        assertThat(told(100, 0.02, 8, 5 * MS)).isGreaterThan(80);
    }

    @Test
    void shouldNotTakeRandomLossesForAQueue() {
        assertThat(told(1000, 0.001, 0, 5 * MS)).isZero();
        assertThat(told(1000, 0.02, 0, 5 * MS)).isLessThan(10);
        assertThat(overflow.share()).isLessThan(0.0003);
    }

    /** Of a long one the delay says enough, and of a tiny one nothing. */
    @Test
    void shouldHeedNoQueueThatIsntShort() {
        assertThat(told(100, 0, 2, 15 * MS)).isZero();
        assertThat(told(100, 0, 2, 2 * MS)).isZero();
    }

    @Test
    void shouldNotTakeWhatIsLostOnAnEmptyPathForAQueue() {
        for (int i = 0; i < 1000; i++) {
            report(MS / 2 + random.nextLong(MS), i % 20 == 0 ? 5 : 0);
            assertThat(overflow.endRound()).isFalse();
            queue.endRound();
        }
    }
}
