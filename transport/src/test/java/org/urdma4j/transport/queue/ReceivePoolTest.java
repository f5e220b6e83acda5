package org.urdma4j.transport.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.RecvWr;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

class ReceivePoolTest {
    private int limitReached;

    private ReceivePool pool(int capacity) {
        return new ReceivePool(capacity, 1, 7, () -> limitReached++);
    }

    private static RecvWr wr(long id) {
        return new RecvWr().wrId(id);
    }

    @Test
    void shouldGiveOutTheOldestToWhoAsksFirst() {
        ReceivePool pool = pool(4);
        PooledReceives one = new PooledReceives(pool);
        PooledReceives two = new PooledReceives(pool);
        for (int i = 0; i < 4; i++) {
            assertThat(pool.post(wr(i))).isTrue();
        }
        assertThat(pool.post(wr(4))).isFalse();

        assertThat(one.peek().wrId()).isZero();
        assertThat(two.peek().wrId()).isEqualTo(1);
        assertThat(one.at(one.head() + 1).wrId()).isEqualTo(2);
        assertThat(one.peek().wrId()).isZero();
        assertThat(one.available()).isEqualTo(2);
        one.free();
        assertThat(one.held().wrId()).isEqualTo(2);
        one.free();
        assertThat(one.held()).isNull();
        assertThat(one.anyLeft()).isTrue();
        assertThat(two.at(two.head() + 1).wrId()).isEqualTo(3);
        assertThat(two.anyLeft()).isFalse();
        assertThat(one.peek()).isNull();
    }

    @Test
    void shouldKeepWhatItHoldsWhenItHoldsMore() {
        ReceivePool pool = pool(64);
        PooledReceives held = new PooledReceives(pool);
        for (int i = 0; i < 64; i++) {
            pool.post(wr(i));
        }
        held.at(2);
        held.free();
        held.free();

        assertThat(held.at(40).wrId()).isEqualTo(40);
        for (int i = 2; i < 41; i++) {
            assertThat(held.held().wrId()).isEqualTo(i);
            held.free();
        }
        assertThat(pool.available()).isEqualTo(23);
    }

    @Test
    void shouldWakeOnlyThoseWhoFoundNothing() {
        ReceivePool pool = pool(4);
        PooledReceives receives = new PooledReceives(pool);
        List<Long> woken = new ArrayList<>();
        receives.onPosted(() -> woken.add(receives.peek().wrId()));
        assertThat(pool.wanted()).isFalse();
        assertThat(receives.peek()).isNull();
        assertThat(receives.peek()).isNull();
        assertThat(pool.wanted()).isTrue();
        pool.post(wr(9));
        pool.wakeWaiting();
        pool.wakeWaiting();

        assertThat(woken).containsExactly(9L);
        assertThat(pool.wanted()).isFalse();
    }

    @Test
    void shouldReachItsLimitOnce() {
        ReceivePool pool = pool(8);
        PooledReceives receives = new PooledReceives(pool);
        for (int i = 0; i < 8; i++) {
            pool.post(wr(i));
        }
        pool.arm(7);
        receives.at(0);
        assertThat(limitReached).isZero();
        receives.at(1);
        receives.at(5);

        assertThat(limitReached).isEqualTo(1);
        assertThat(pool.limit()).isZero();
        pool.arm(2);
        assertThat(limitReached).isEqualTo(1);
        pool.arm(3);
        assertThat(limitReached).isEqualTo(2);
    }

    @Test
    void shouldNotShrinkBelowWhatWaits() {
        ReceivePool pool = pool(8);
        for (int i = 0; i < 5; i++) {
            pool.post(wr(i));
        }

        assertThat(pool.resize(4)).isFalse();
        assertThat(pool.capacity()).isEqualTo(8);
        assertThat(pool.resize(5)).isTrue();
        assertThat(pool.post(wr(5))).isFalse();
    }

    /** Each thread's requests come out once and in the order in which it posted them. */
    @Test
    void shouldLoseNothingWhileThreadsPostAndItGrows() throws InterruptedException {
        int threads = 3;
        int each = 20_000;
        ReceivePool pool = pool(2);
        PooledReceives receives = new PooledReceives(pool);
        AtomicBoolean failed = new AtomicBoolean();
        List<Thread> posters = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            long high = (long) t << 32;
            posters.add(
                    Thread.ofPlatform()
                            .start(() -> {
                                RecvWr wr = new RecvWr();
                                for (int i = 0; i < each && !failed.get(); i++) {
                                    while (!pool.post(wr.wrId(high | i)) && !failed.get()) {
                                        Thread.onSpinWait();
                                    }
                                }
                            }));
        }
        int[] next = new int[threads];
        int size = 2;
        for (int i = 0; i < threads * each; i++) {
            ReceiveWqe wqe = receives.peek();
            while (wqe == null) {
                pool.wakeWaiting();
                Thread.onSpinWait();
                wqe = receives.peek();
            }
            int thread = (int) (wqe.wrId() >>> 32);
            if ((int) wqe.wrId() != next[thread]) {
                failed.set(true);
            }
            assertThat((int) wqe.wrId()).isEqualTo(next[thread]);
            next[thread]++;
            receives.free();
            if (i % 1_000 == 0) {
                size = size > 4096 ? 3 : size * 2 + 1;
                pool.resize(size);
            }
        }
        for (Thread poster : posters) {
            poster.join();
        }
        assertThat(next).containsOnly(each);
        assertThat(pool.available()).isZero();
    }
}
