package org.urdma4j.leafspine.gse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.leafspine.event.EventQueue;
import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.PacketKind;
import org.urdma4j.leafspine.net.PacketPool;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

class SorterTest {
    private static final long LEAST_PS = 50;
    private static final int BYTES = 1000;

    private final EventQueue events = new EventQueue();
    private final PacketPool pool = new PacketPool();
    private final List<Integer> out = new ArrayList<>();
    private final Sorter.Delays delays = new Sorter.Delays(LEAST_PS);
    private final List<Integer> repeated = new ArrayList<>();
    private final List<int[]> asked = new ArrayList<>();
    private int givenUp;
    private final Sorter sorter =
            new Sorter(
                    events,
                    delays,
                    it -> take(it, out),
                    it -> take(it, repeated),
                    asked::add,
                    count -> givenUp += count);

    private void take(Packet packet, List<Integer> into) {
        into.add(packet.order);
        pool.give(packet);
    }

    private void add(int order) {
        Packet packet = pool.take(PacketKind.DATA, 1, 0, 9, BYTES);
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
        add(0);
        assertThat(out).containsExactly(1, 0);
        assertThat(repeated).containsExactly(0);
        assertThat(pool.live()).isZero();
    }

    @Test
    void shouldHoldEachOnce() {
        List.of(2, 2, 1, 2).forEach(this::add);
        assertThat(repeated).containsExactly(2, 2);
        assertThat(delays.heldBytes()).isEqualTo(2L * BYTES);
        assertThat(pool.live()).isEqualTo(2);

        add(0);

        assertThat(out).containsExactly(0, 1, 2);
        assertThat(delays.heldBytes()).isZero();
        assertThat(delays.mostBytes()).isEqualTo(2L * BYTES);
        assertThat(pool.live()).isZero();
    }

    @Test
    void shouldPassOnEachOnce() {
        List.of(0, 1, 0, 1, 2).forEach(this::add);

        assertThat(out).containsExactly(0, 1, 2);
        assertThat(repeated).containsExactly(0, 1);
        assertThat(pool.live()).isZero();
    }

    @Test
    void shouldWaitForDataThatADemandHasOvertaken() {
        events.schedule(1000, () -> sorter.onSent(3));
        events.schedule(1000 + 2 * LEAST_PS - 1, () -> List.of(0, 1, 2).forEach(this::add));

        runAll();

        assertThat(asked).isEmpty();
        assertThat(givenUp).isZero();
        assertThat(out).containsExactly(0, 1, 2);
    }

    @Test
    void shouldTakeItsTimeToGiveUpWhatNoDataHasCome() {
        events.schedule(1000, () -> sorter.onSent(3));

        runAll();

        assertThat(asked).hasSize(Sorter.REQUESTS);
        assertThat(events.nowPs()).isEqualTo(1000 + 2 * LEAST_PS * (Sorter.REQUESTS + 1));
        assertThat(givenUp).isEqualTo(3);
    }

    /** Packets come late, more than once or never, and demands before them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void eachShouldGoOnOnceOrBeGivenUp(int seed) {
        Random random = new Random(seed);
        int packets = 500;
        int came = 0;
        Set<Integer> first = new HashSet<>();
        for (int order = 0; order < packets; order++) {
            int at = order;
            int copies = random.nextInt(10) == 0 ? 0 : 1 + random.nextInt(3) / 2;
            for (int i = 0; i < copies; i++) {
                int delay = random.nextInt(20) == 0 ? 3000 : random.nextInt(400);
                events.schedule(1000 + 10L * order + delay, () -> add(at));
                first.add(order);
                came++;
            }
            if (random.nextInt(20) == 0) {
                events.schedule(1000 + 10L * order, () -> sorter.onSent(at + 1));
            }
        }
        events.schedule(1000 + 10L * packets, () -> sorter.onSent(packets));

        while (events.runNext()) {
            assertThat(delays.heldBytes()).isEqualTo(BYTES * pool.live());
        }

        assertThat(out).hasSize(first.size()).containsExactlyInAnyOrderElementsOf(first);
        assertThat(repeated).hasSize(came - first.size()).isNotEmpty();
        assertThat(givenUp).isBetween(packets - first.size(), packets);
        assertThat(sorter.next()).isEqualTo(packets);
        assertThat(delays.heldBytes()).isZero();
        assertThat(pool.live()).isZero();
    }
}
