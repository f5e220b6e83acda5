package org.urdma4j.gateway.bridge.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

class FrameMemoryTest {
    private static final int LONGEST = 9018;

    @Test
    void anyFrameShouldFitASlotThatIsNotMuchLarger() {
        FrameMemory memory = new FrameMemory(1 << 20, LONGEST);
        for (int length = 60; length <= LONGEST; length++) {
            StoredFrame frame = memory.take(length);
            assertThat(frame.length()).isEqualTo(length);
            assertThat(frame.charge()).isBetween(length, length * 4 / 3 + 128);
            memory.release(frame);
        }
    }

    @Test
    void theLongestOfATapShouldFit() {
        FrameMemory memory = new FrameMemory(1 << 20, 65_521 + 18);
        assertThat(memory.take(65_539).charge()).isEqualTo(1 << 17);
    }

    @Test
    void whatIsTakenShouldBeFreeAgainForOtherSizes() {
        FrameMemory memory = new FrameMemory(1 << 20, LONGEST);
        for (int length : new int[] {64, LONGEST, 1500, 64}) {
            List<StoredFrame> all = takeAll(memory, length);
            long charged = all.stream().mapToLong(StoredFrame::charge).sum();
            assertThat(charged).isGreaterThan(memory.bytes() * 9 / 10);
            all.forEach(memory::release);
        }
    }

    private static List<StoredFrame> takeAll(FrameMemory memory, int length) {
        List<StoredFrame> all = new ArrayList<>();
        for (StoredFrame frame = memory.take(length); frame != null; frame = memory.take(length)) {
            all.add(frame);
        }
        return all;
    }

    /** Each byte of a frame is its own, however sizes and releases follow each other. */
    @Test
    void framesShouldNotTouchEachOther() {
        FrameMemory memory = new FrameMemory(1 << 19, LONGEST);
        SplittableRandom random = new SplittableRandom(14);
        List<StoredFrame> live = new ArrayList<>();
        List<Byte> marks = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            StoredFrame frame =
                    random.nextInt(5) < 3 ? memory.take(random.nextInt(1, LONGEST)) : null;
            if (frame != null) {
                byte mark = (byte) random.nextInt();
                fill(frame, mark);
                live.add(frame);
                marks.add(mark);
            } else if (!live.isEmpty()) {
                int which = random.nextInt(live.size());
                StoredFrame gone = live.remove(which);
                byte mark = marks.remove(which);
                for (int at = 0; at < gone.length(); at++) {
                    if (gone.buffer().get(gone.at() + at) != mark) {
                        throw new AssertionError("step " + i + ": byte " + at + " was written to");
                    }
                }
                memory.release(gone);
            }
        }
        live.forEach(memory::release);
        assertThat(takeAll(memory, LONGEST)).hasSize((int) (memory.bytes() >> 16) * 7);
    }

    private static void fill(StoredFrame frame, byte mark) {
        for (int at = 0; at < frame.length(); at++) {
            frame.buffer().put(frame.at() + at, mark);
        }
    }

    @Test
    void aFrameShouldStayUntilItsLastReferenceIsGone() {
        FrameStore store = new FrameStore(1, LONGEST, false);
        StoredFrame frame = store.take(100);
        assertThat(store.copy(frame)).isSameAs(frame);
        store.release(frame);
        assertThat(store.take(100)).isNotSameAs(frame);
        store.release(frame);
        assertThat(store.take(100)).isSameAs(frame);
    }
}
