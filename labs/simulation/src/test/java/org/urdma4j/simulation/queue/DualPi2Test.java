package org.urdma4j.simulation.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** RFC 9332, appendix A. */
class DualPi2Test {
    private final List<QueuedPacket> dropped = new ArrayList<>();
    private final DualPi2 queue = new DualPi2(1_000_000L * Packets.BYTES, dropped::add);

    @Test
    void shouldFollowTheDelayAndItsTrend() {
        queue.update(25 * Packets.MS);
        double first = 0.15 * 0.010 + 3 * 0.025;
        assertThat(queue.base()).isCloseTo(first, within(1e-12));

        queue.update(20 * Packets.MS);
        assertThat(queue.base()).isCloseTo(first + 0.15 * 0.005 - 3 * 0.005, within(1e-12));
    }

    @Test
    void shouldCoupleTheQueues() {
        queue.update(40 * Packets.MS);
        double base = queue.base();

        assertThat(queue.classicProbability()).isCloseTo(base * base, within(1e-12));
        assertThat(queue.coupledProbability()).isCloseTo(2 * base, within(1e-12));
    }

    @Test
    void shouldDropTheSquareOfTheClassicAndMarkTwiceOfTheOthers() {
        queue.update(65 * Packets.MS);
        double base = queue.base();
        assertThat(base).isBetween(0.1, 0.4);
        int marked = 0;
        for (int i = 0; i < 20_000; i++) {
            queue.enqueue(Packets.of(0, Ecn.NOT_ECT), 0);
            queue.dequeue(0);
            queue.enqueue(Packets.of(0, Ecn.ECT_1), 0);
            marked += queue.dequeue(0).ecn == Ecn.CE ? 1 : 0;
        }

        assertThat(dropped.size() / 20_000.0).isCloseTo(base * base, within(0.001));
        assertThat(marked / 20_000.0).isCloseTo(2 * base, within(0.001));
    }

    @Test
    void shouldMarkClassicPacketsThatAreCapable() {
        queue.update(65 * Packets.MS);
        int marked = 0;
        for (int i = 0; i < 1_000; i++) {
            queue.enqueue(Packets.of(0, Ecn.ECT_0), 0);
            marked += queue.dequeue(0).ecn == Ecn.CE ? 1 : 0;
        }

        assertThat(dropped).isEmpty();
        assertThat(marked / 1_000.0).isCloseTo(queue.classicProbability(), within(0.002));
    }

    @Test
    void shouldDropOfBothWhenMarksHelpNoLonger() {
        queue.update(400 * Packets.MS);
        assertThat(queue.base()).isEqualTo(1);
        for (int i = 0; i < 100; i++) {
            queue.enqueue(Packets.of(0, Ecn.ECT_1), 0);
            queue.enqueue(Packets.of(0, Ecn.ECT_0), 0);
        }
        while (queue.dequeue(0) != null) {
            // what is left
        }

        assertThat(dropped).hasSizeGreaterThan(190);
    }

    @Test
    void shouldLetTheLowLatencyQueueGoFirstAndStarveNobody() {
        for (int i = 0; i < 320; i++) {
            queue.enqueue(Packets.of(1, Ecn.NOT_ECT), 0);
            queue.enqueue(Packets.of(2, Ecn.ECT_1), 0);
        }
        int[] served = new int[3];
        for (int i = 0; i < 160; i++) {
            served[queue.dequeue(0).flow]++;
        }

        assertThat(served[1]).isBetween(9, 10); // a sixteenth
    }

    @Test
    void shouldMarkLowLatencyPacketsByTheirOwnDelay() {
        queue.enqueue(Packets.of(0, Ecn.ECT_1), 0);
        queue.enqueue(Packets.of(0, Ecn.ECT_1), 0);
        queue.enqueue(Packets.of(0, Ecn.ECT_1), 0);

        assertThat(queue.dequeue(Packets.MS / 2).ecn).isEqualTo(Ecn.ECT_1);
        queue.dequeue(2 * Packets.MS); // the first of which the sum is 1
        queue.enqueue(Packets.of(0, Ecn.ECT_1), 0);
        assertThat(queue.dequeue(3 * Packets.MS).ecn).isEqualTo(Ecn.CE);
    }
}
