package org.urdma4j.simulation.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** RFC 8033, sections 4 and 5. */
class PieTest {
    private final List<QueuedPacket> dropped = new ArrayList<>();
    private final Pie queue =
            new Pie(10_000L * Packets.BYTES, new SplittableRandom(1), dropped::add);

    @ParameterizedTest
    @CsvSource({
        "0.0000009, 2048",
        "0.000009, 512",
        "0.00009, 128",
        "0.0009, 32",
        "0.009, 8",
        "0.09, 2",
        "0.1, 1",
        "1, 1"
    })
    void shouldMoveSmallSharesInSmallSteps(double probability, int divisor) {
        assertThat(Pie.divisor(probability)).isEqualTo(divisor);
    }

    @Test
    void shouldFollowTheDelayAndItsTrend() {
        queue.update(40 * Packets.MS);
        double first = (0.125 * 0.025 + 1.25 * 0.040) / 2048;
        assertThat(queue.probability()).isCloseTo(first, within(1e-12));

        queue.update(30 * Packets.MS); // from over 0.00001 on the divisor is 128
        double second = first + (0.125 * 0.015 - 1.25 * 0.010) / 128;
        assertThat(queue.probability()).isCloseTo(Math.max(0, second), within(1e-12));
    }

    @Test
    void shouldRiseByNoMoreThanTwoPercentOnceItIsLarge() {
        double before = 0;
        for (int i = 0; i < 200 && queue.probability() < 0.3; i++) {
            before = queue.probability();
            queue.update((i + 1) * 60L * Packets.MS);
            if (before >= 0.1) {
                assertThat(queue.probability() - before).isCloseTo(0.02, within(1e-9));
            }
        }
        assertThat(before).isGreaterThan(0.1);
    }

    @Test
    void shouldForgetWhenNothingWaits() {
        for (int i = 0; i < 60; i++) {
            queue.update(100 * Packets.MS);
        }
        queue.update(0);
        double before = queue.probability();
        queue.update(0);

        assertThat(before).isPositive();
        double step = 0.125 * -0.015 / Pie.divisor(before);
        assertThat(queue.probability())
                .isCloseTo(Math.max(0, (before + step) * 0.98), within(1e-12));
    }

    @Test
    void shouldLetABurstPass() {
        long untilNs = Pie.MAX_BURST_NS;
        for (long nowNs = 0; nowNs < untilNs; nowNs += Packets.MS / 2) {
            queue.enqueue(Packets.of(0, Ecn.NOT_ECT), nowNs);
        }
        assertThat(dropped).isEmpty();

        for (long nowNs = untilNs; nowNs < 20 * untilNs; nowNs += Packets.MS / 2) {
            queue.enqueue(Packets.of(0, Ecn.NOT_ECT), nowNs);
        }
        assertThat(dropped).isNotEmpty();
    }

    @Test
    void shouldMarkUpToATenth() {
        int marked = 0;
        boolean markedAbove = false;
        boolean droppedBelow = false;
        for (long nowNs = 0; nowNs < 5_000 * Packets.MS; nowNs += Packets.MS / 2) {
            QueuedPacket packet = Packets.of(0, Ecn.ECT_0);
            int before = dropped.size();
            queue.enqueue(packet, nowNs);
            boolean above = queue.probability() > 0.1;
            droppedBelow |= dropped.size() > before && !above;
            markedAbove |= packet.ecn == Ecn.CE && above;
            marked += packet.ecn == Ecn.CE ? 1 : 0;
        }

        assertThat(marked).isPositive();
        assertThat(dropped).isNotEmpty();
        assertThat(droppedBelow).isFalse();
        assertThat(markedAbove).isFalse();
    }

    @Test
    void shouldDropWhatDoesNotFit() {
        Pie small = new Pie(2L * Packets.BYTES, new SplittableRandom(1), dropped::add);
        for (int i = 0; i < 5; i++) {
            small.enqueue(Packets.of(0, Ecn.ECT_0), 0);
        }

        assertThat(dropped).hasSize(3);
        assertThat(small.bytes()).isEqualTo(2L * Packets.BYTES);
    }
}
