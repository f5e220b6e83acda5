package org.urdma4j.wan.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;

class FrameRingTest {
    private static final int BYTES = 10 * FrameRing.LONGEST;

    @Test
    void framesShouldNeverOverlap() {
        SplittableRandom random = new SplittableRandom(7);
        FrameRing ring = new FrameRing(BYTES);
        Deque<Frame> held = new ArrayDeque<>();
        int refused = 0;
        for (int i = 0; i < 100_000; i++) {
            if (random.nextInt(100) < 52) {
                long at = ring.nextPosition();
                if (at < 0) {
                    refused++;
                    continue;
                }
                for (Frame other : held) {
                    boolean apart =
                            at + FrameRing.LONGEST <= other.at
                                    || at >= other.at + VirtioHeader.BYTES + other.length;
                    assertThat(apart).as("step %d, seed 7", i).isTrue();
                }
                assertThat(at + FrameRing.LONGEST).isLessThanOrEqualTo(BYTES);
                held.add(ring.take(20 + random.nextInt(FrameRing.LONGEST - 20)));
            } else if (!held.isEmpty()) {
                // now and then one out of turn, which keeps its memory until its turn comes
                Frame frame = random.nextInt(10) == 0 ? held.pollLast() : held.pollFirst();
                ring.release(frame, 1);
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void aFrameShouldLiveUntilItsLastReference() {
        FrameRing ring = new FrameRing(BYTES);
        ring.nextPosition();
        Frame frame = ring.take(100);
        frame.retain();
        ring.release(frame, 1);
        assertThat(ring.frames()).isEqualTo(1);
        ring.release(frame, 1);
        assertThat(ring.frames()).isZero();
    }

    @Test
    void memoryShouldBeReleasedInTurn() {
        FrameRing ring = new FrameRing(BYTES);
        ring.nextPosition();
        Frame first = ring.take(100);
        ring.nextPosition();
        Frame second = ring.take(100);
        ring.release(second, 1);
        assertThat(ring.frames()).isEqualTo(2);
        ring.release(first, 1);
        assertThat(ring.frames()).isZero();
    }

    @Test
    void aRingForNoFrameShouldBeRefused() {
        assertThatThrownBy(() -> new FrameRing(100)).isInstanceOf(IllegalArgumentException.class);
    }
}
