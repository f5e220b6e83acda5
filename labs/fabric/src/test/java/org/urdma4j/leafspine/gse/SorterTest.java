package org.urdma4j.leafspine.gse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.leafspine.event.EventQueue;
import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.PacketKind;
import org.urdma4j.leafspine.net.PacketPool;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

class SorterTest {
    private final EventQueue events = new EventQueue();
    private final PacketPool pool = new PacketPool();
    private final List<Integer> out = new ArrayList<>();
    private final Sorter.Delays delays = new Sorter.Delays();
    private final List<int[]> asked = new ArrayList<>();
    private int givenUp;
    private final Sorter sorter =
            new Sorter(
                    events, delays, it -> out.add(it.order), asked::add, count -> givenUp += count);

    private void add(int order) {
        Packet packet = pool.take(PacketKind.DATA, 1, 0, 9, 1000);
        packet.order = order;
        packet.orderedPs = events.nowPs() - 100;
        sorter.add(packet);
    }

    private void runAll() {
        while (events.runNext()) {
            assertThat(out).isSorted();
        }
    }

    @Test
    void shouldBringAnyOrderBack() {
        List<Integer> orders = new ArrayList<>(IntStream.range(0, 200).boxed().toList());
        Collections.shuffle(orders, new Random(3));

        orders.forEach(this::add);

        assertThat(out).hasSize(200).isSorted();
        assertThat(givenUp).isZero();
        assertThat(delays.mostBytes()).isPositive();
        runAll();
        assertThat(out).hasSize(200);
    }

    @Test
    void shouldAskForWhatDoesNotComeInTwiceTheLargestDelay() {
        events.schedule(1000, () -> add(0));
        events.schedule(1000, () -> add(2));
        events.schedule(1050, () -> add(5));
        events.schedule(1099, () -> assertThat(asked).isEmpty());
        events.schedule(1101, () -> assertThat(asked).hasSize(1));
        events.schedule(1150, () -> List.of(1, 3, 4).forEach(this::add));

        runAll();

        assertThat(asked.getFirst()).containsExactly(1, 3, 4);
        assertThat(asked).hasSize(1);
        assertThat(out).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(givenUp).isZero();
    }

    @Test
    void shouldAskForTheLastOnesToo() {
        events.schedule(1000, () -> add(0));
        events.schedule(1050, () -> sorter.onSent(3));
        events.schedule(1249, () -> assertThat(asked).isEmpty());
        events.schedule(1251, () -> List.of(1, 2).forEach(this::add));

        runAll();

        assertThat(asked).hasSize(1);
        assertThat(asked.getFirst()).containsExactly(1, 2);
        assertThat(out).containsExactly(0, 1, 2);
        assertThat(givenUp).isZero();
    }

    @Test
    void shouldGiveUpWhatWasAskedForInVain() {
        events.schedule(1000, () -> add(0));
        events.schedule(1000, () -> add(2));
        events.schedule(1050, () -> add(5));

        runAll();

        assertThat(asked).hasSize(2 * Sorter.REQUESTS);
        assertThat(out).containsExactly(0, 2, 5);
        assertThat(givenUp).isEqualTo(3);
    }

    @Test
    void shouldPassOnAtOnceWhatComesAfterItWasGivenUp() {
        events.schedule(1000, () -> add(1));
        runAll();
        assertThat(out).containsExactly(1);

        add(0);

        assertThat(out).containsExactly(1, 0);
    }
}
