package org.urdma4j.simulation.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class UrgentFirstTest {
    private final List<QueuedPacket> dropped = new ArrayList<>();
    private final UrgentFirst queue = new UrgentFirst(5L * Packets.BYTES, dropped::add);

    private QueuedPacket add(int flow, boolean urgent) {
        QueuedPacket packet = Packets.of(flow, Ecn.NOT_ECT);
        packet.urgent = urgent;
        queue.enqueue(packet, 0);
        return packet;
    }

    private List<Integer> served() {
        List<Integer> flows = new ArrayList<>();
        for (QueuedPacket p = queue.dequeue(0); p != null; p = queue.dequeue(0)) {
            flows.add(p.flow);
        }
        return flows;
    }

    @Test
    void urgentShouldLeaveFirstAndEachKindInItsOrder() {
        add(1, false);
        add(2, false);
        add(3, true);
        add(4, false);
        add(5, true);

        assertThat(served()).containsExactly(3, 5, 1, 2, 4);
        assertThat(queue.bytes()).isZero();
    }

    @Test
    void bothKindsShouldShareTheRoom() {
        for (int i = 1; i <= 4; i++) {
            add(i, false);
        }
        add(5, true);
        QueuedPacket late = add(6, true);

        assertThat(dropped).containsExactly(late);
        assertThat(served()).containsExactly(5, 1, 2, 3, 4);
    }
}
