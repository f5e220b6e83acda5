package org.urdma4j.transport.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;

class CompletionRingsTest {
    private static boolean add(CompletionRings rings, long id) {
        CompletionRing ring = rings.toFill();
        return ring != null && ring.add(null, id, WcStatus.SUCCESS, WcOpcode.SEND, 0, 0, 0, 0, 0);
    }

    private static List<Long> drain(CompletionRings rings) {
        List<Long> taken = new ArrayList<>();
        WorkCompletion[] out = WorkCompletion.array(1);
        while (rings.take(out, 0, 1) == 1) {
            taken.add(out[0].wrId());
        }
        return taken;
    }

    @Test
    void shouldKeepOrderAndRoomOverChangesOfSize() {
        CompletionRings rings = new CompletionRings(3);
        for (int i = 0; i < 3; i++) {
            assertThat(add(rings, i)).isTrue();
        }
        assertThat(add(rings, 99)).isFalse();
        assertThat(rings.resize(2)).isFalse();
        assertThat(rings.capacity()).isEqualTo(3);
        assertThat(rings.resize(5)).isTrue();
        assertThat(add(rings, 3)).isTrue();
        assertThat(add(rings, 4)).isTrue();
        assertThat(add(rings, 99)).isFalse();
        assertThat(rings.size()).isEqualTo(5);
        assertThat(drain(rings)).containsExactly(0L, 1L, 2L, 3L, 4L);

        assertThat(rings.resize(1)).isTrue();
        assertThat(add(rings, 5)).isTrue();
        assertThat(add(rings, 99)).isFalse();
        assertThat(rings.resize(2)).isTrue();
        assertThat(rings.resize(4)).isTrue();
        assertThat(add(rings, 6)).isTrue();
        assertThat(drain(rings)).containsExactly(5L, 6L);
        assertThat(rings.size()).isZero();
    }

    /** It begins small, and holds what it is made for all the same. */
    @Test
    void shouldGrowAsMoreWait() {
        CompletionRings rings = new CompletionRings(100);
        long next = 0;
        for (int taken = 0; taken < 200; taken++) {
            while (add(rings, next)) {
                next++;
            }
            assertThat(rings.size()).isEqualTo(100);
            WorkCompletion[] out = WorkCompletion.array(1);
            assertThat(rings.take(out, 0, 1)).isEqualTo(1);
            assertThat(out[0].wrId()).isEqualTo(taken);
        }
        assertThat(drain(rings)).hasSize(99);
    }

    /** Each completion is taken once, and each taker sees growing numbers. */
    @Test
    void shouldLoseNothingWhileThreadsTakeAndItsSizeChanges() throws InterruptedException {
        int count = 60_000;
        CompletionRings rings = new CompletionRings(8);
        AtomicIntegerArray seen = new AtomicIntegerArray(count);
        AtomicIntegerArray disorder = new AtomicIntegerArray(1);
        List<Thread> takers = new ArrayList<>();
        for (int t = 0; t < 2; t++) {
            takers.add(
                    Thread.ofPlatform()
                            .start(() -> {
                                WorkCompletion[] out = WorkCompletion.array(1);
                                long last = -1;
                                while (last < count) {
                                    if (rings.take(out, 0, 1) == 0) {
                                        Thread.onSpinWait();
                                        continue;
                                    }
                                    if (out[0].wrId() <= last) {
                                        disorder.incrementAndGet(0);
                                    }
                                    last = out[0].wrId();
                                    if (last < count) {
                                        seen.incrementAndGet((int) last);
                                    }
                                }
                            }));
        }
        for (int i = 0; i < count + 2; i++) {
            if (i % 500 == 0) {
                int size = 4 + i % 97;
                while (!rings.resize(size)) {
                    Thread.onSpinWait();
                }
            }
            while (!add(rings, i)) {
                Thread.onSpinWait();
            }
        }
        for (Thread taker : takers) {
            taker.join();
        }
        assertThat(disorder.get(0)).isZero();
        for (int i = 0; i < count; i++) {
            assertThat(seen.get(i)).isEqualTo(1);
        }
    }
}
