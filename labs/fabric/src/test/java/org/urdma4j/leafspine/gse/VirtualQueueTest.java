package org.urdma4j.leafspine.gse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.PacketKind;
import org.urdma4j.leafspine.net.PacketPool;

class VirtualQueueTest {
    private final PacketPool pool = new PacketPool();
    private final VirtualQueue queue = new VirtualQueue(0);

    /** Four full packets, or as many short ones as go into the bytes of four, and none across. */
    @Test
    void shouldCountContainersInBytes() {
        assertThat(begins(4178)).isTrue();
        for (int i = 0; i < 3; i++) {
            assertThat(begins(4178)).isFalse();
        }
        assertThat(begins(1000)).isTrue();
        for (int i = 1; i < 16; i++) {
            assertThat(begins(1000)).as("packet %d", i).isFalse();
        }
        assertThat(begins(1000)).isTrue();
        assertThat(begins(16_000)).isTrue();
    }

    /** Returns whether a packet of so many bytes needs a new container. */
    private boolean begins(int bytes) {
        queue.add(pool.take(PacketKind.DATA, 1, 0, 9, bytes));
        boolean first = queue.isAtEnd();
        if (first) {
            queue.begin(16_712, 0);
        }
        pool.give(queue.take());
        return first;
    }

    @Test
    void shouldKeepCopiesUntilTheyAreSorted() {
        for (int order = 0; order < 5; order++) {
            Packet packet = pool.take(PacketKind.DATA, 1, 0, 9, 1000 + order);
            packet.order = order;
            queue.keep(packet);
            pool.give(packet);
        }
        queue.onSorted(2);

        assertThat(queue.copies(new int[] {1, 2, 4, 7}))
                .extracting(it -> it.bytes)
                .containsExactly(1002, 1004);
        assertThat(pool.live()).isZero();
    }

    @Test
    void shouldKeepNoMoreThanItMay() {
        for (int order = 0; order < 3000; order++) {
            Packet packet = pool.take(PacketKind.DATA, 1, 0, 9, 1000);
            packet.order = order;
            queue.keep(packet);
            pool.give(packet);
        }

        assertThat(queue.copies(new int[] {0, 1975, 1976, 2999})).hasSize(2);
    }
}
