package org.urdma4j.simulation.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** RFC 8289, section 5. */
class CoDelTest {
    private static final long STEP_NS = 10_000;

    private final PacketFifo queue = new PacketFifo();
    private final List<Long> droppedNs = new ArrayList<>();
    private final List<Long> markedNs = new ArrayList<>();
    private long nowNs;
    private final CoDel control = new CoDel(queue, packet -> droppedNs.add(nowNs));

    /** Takes a packet each 10 µs of those that came a time ago, until another time. */
    private void run(long waitNs, int ecn, long untilNs) {
        while (nowNs < untilNs) {
            while (queue.packets() < 4) {
                queue.add(Packets.of(0, ecn), nowNs - waitNs);
            }
            QueuedPacket packet = control.dequeue(nowNs);
            if (packet.ecn == Ecn.CE) {
                markedNs.add(nowNs);
            }
            nowNs += STEP_NS;
        }
    }

    @Test
    void shouldDropAtTheIntervalOverTheSquareRoot() {
        run(20 * Packets.MS, Ecn.NOT_ECT, 1_000 * Packets.MS);

        assertThat(droppedNs.getFirst()).isEqualTo(CoDel.INTERVAL_NS);
        assertThat(droppedNs).hasSizeGreaterThan(20);
        double expectedNs = CoDel.INTERVAL_NS;
        for (int n = 1; n < droppedNs.size(); n++) {
            expectedNs += CoDel.INTERVAL_NS / Math.sqrt(n);
            assertThat(droppedNs.get(n).doubleValue()).isCloseTo(expectedNs, within(2e4));
        }
    }

    @Test
    void shouldMarkWhenItWouldDrop() {
        run(20 * Packets.MS, Ecn.ECT_0, 1_000 * Packets.MS);

        assertThat(droppedNs).isEmpty();
        assertThat(markedNs).hasSizeGreaterThan(20);
        assertThat(markedNs.get(1) - markedNs.get(0)).isEqualTo(CoDel.INTERVAL_NS);
        assertThat((double) (markedNs.get(2) - markedNs.get(1)))
                .isCloseTo(CoDel.INTERVAL_NS / Math.sqrt(2), within(2e4));
    }

    @Test
    void shouldLeaveShortQueuesAlone() {
        run(CoDel.TARGET_NS - 10 * STEP_NS, Ecn.NOT_ECT, 1_000 * Packets.MS);

        assertThat(droppedNs).isEmpty();
    }

    @Test
    void shouldStopWhenAPacketHasWaitedLess() {
        run(20 * Packets.MS, Ecn.NOT_ECT, 500 * Packets.MS);
        int dropped = droppedNs.size();
        run(Packets.MS, Ecn.NOT_ECT, 600 * Packets.MS);

        assertThat(droppedNs).hasSizeBetween(dropped, dropped + 1);
    }

    @Test
    void shouldGoOnNearTheRateThatHelpedLately() {
        run(20 * Packets.MS, Ecn.NOT_ECT, 1_000 * Packets.MS);
        int before = droppedNs.size();
        run(Packets.MS, Ecn.NOT_ECT, 1_100 * Packets.MS);
        run(20 * Packets.MS, Ecn.NOT_ECT, 1_500 * Packets.MS);

        List<Long> again = droppedNs.subList(before, droppedNs.size());
        double first = again.get(1) - again.get(0);
        assertThat(first).isLessThan(CoDel.INTERVAL_NS / Math.sqrt(before - 3));
    }

    @Test
    void shouldNeverDropTheOnlyPacket() {
        for (nowNs = 0; nowNs < 1_000 * Packets.MS; nowNs += Packets.MS) {
            queue.add(Packets.of(0, Ecn.NOT_ECT), nowNs - 50 * Packets.MS);
            assertThat(control.dequeue(nowNs)).isNotNull();
        }
        assertThat(droppedNs).isEmpty();
        assertThat(control.dequeue(nowNs)).isNull();
    }
}
