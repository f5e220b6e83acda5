package org.urdma4j.simulation.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** RFC 8290. */
class FqCoDelTest {
    private final List<QueuedPacket> dropped = new ArrayList<>();
    private final FqCoDel queue = new FqCoDel(100 * Packets.BYTES, 7, dropped::add);

    private void add(int flow, int count) {
        for (int i = 0; i < count; i++) {
            queue.enqueue(Packets.of(flow, Ecn.NOT_ECT), 0);
        }
    }

    @Test
    void shouldServeFlowsInTurn() {
        add(1, 60);
        add(2, 20);
        int[] served = new int[3];
        for (int i = 0; i < 40; i++) {
            served[queue.dequeue(0).flow]++;
        }

        assertThat(served[2]).isBetween(19, 20);
        assertThat(queue.bytes()).isEqualTo(40L * Packets.BYTES);
    }

    @Test
    void shouldLetAFlowThatHadNothingGoFirst() {
        add(1, 60);
        for (int i = 0; i < 10; i++) {
            queue.dequeue(0);
        }
        add(2, 1);

        assertThat(queue.dequeue(0).flow).isEqualTo(2);
        assertThat(queue.dequeue(0).flow).isEqualTo(1);
    }

    @Test
    void shouldTakeFromTheLongestWhatDoesNotFit() {
        add(1, 90);
        add(2, 30);

        assertThat(dropped).hasSize(20).allMatch(packet -> packet.flow == 1);
        assertThat(queue.bytes()).isEqualTo(100L * Packets.BYTES);
    }

    @Test
    void shouldReturnEveryPacketOnceAndThenNone() {
        for (int flow = 0; flow < 30; flow++) {
            add(flow, 3);
        }
        int served = 0;
        while (queue.dequeue(0) != null) {
            served++;
        }

        assertThat(served).isEqualTo(90);
        assertThat(queue.bytes()).isZero();
        assertThat(dropped).isEmpty();
    }

    /** As the link's own queue does. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DROP_TAIL")
    void shouldTakeAPacketThatWaitsForNobody(QueueType type) {
        QueueDiscipline without = type.create(0, new SplittableRandom(1), dropped::add);
        for (int i = 0; i < 3; i++) {
            without.enqueue(Packets.of(1, Ecn.NOT_ECT), i);
            assertThat(without.dequeue(i)).isNotNull();
        }
        without.enqueue(Packets.of(1, Ecn.NOT_ECT), 9);
        without.enqueue(Packets.of(1, Ecn.NOT_ECT), 9);

        assertThat(dropped).hasSize(1);
        assertThat(without.bytes()).isEqualTo(Packets.BYTES);
    }
}
