package org.urdma4j.tunnel.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;

class FrameQueueTest {
    private static final int CAPACITY = FrameQueue.LEAST_BYTES + 1001;

    private final SplittableRandom random = new SplittableRandom(5);
    private final FrameQueue queue = new FrameQueue(CAPACITY);

    private boolean add(byte[] frame) {
        ByteBuffer b = ByteBuffer.allocate(frame.length + 4).put(4, frame);
        return queue.add(b, 4, frame.length);
    }

    private byte[] remove() {
        byte[] frame = new byte[queue.firstLength()];
        int half = frame.length / 2;
        ByteBuffer to = ByteBuffer.wrap(frame);
        queue.copyFirst(0, to, 0, half);
        queue.copyFirst(half, to, half, frame.length - half);
        queue.removeFirst();
        return frame;
    }

    /** Beside a queue of java.util, over the end of the ring many times. */
    @Test
    void shouldKeepTheOrderAndDropWhatFindsNoRoom() {
        Deque<byte[]> model = new ArrayDeque<>();
        int bytes = 0;
        long dropped = 0;
        for (int i = 0; i < 20_000; i++) {
            if (random.nextInt(100) < 55) {
                byte[] frame = Ends.frame(random, random.nextInt(1, 9015));
                boolean fits = bytes + 2 + frame.length <= CAPACITY;
                assertThat(add(frame)).isEqualTo(fits);
                if (fits) {
                    model.add(frame);
                    bytes += 2 + frame.length;
                } else {
                    dropped++;
                }
            } else if (!model.isEmpty()) {
                byte[] expected = model.remove();
                bytes -= 2 + expected.length;
                assertThat(remove()).isEqualTo(expected);
            }
            assertThat(queue.isEmpty()).isEqualTo(model.isEmpty());
        }
        assertThat(dropped).isPositive().isEqualTo(queue.dropped());
        queue.clear();
        assertThat(queue.dropped()).isEqualTo(dropped + model.size());
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void shouldTakeTheLongestFrameAndRefuseWhatIsNone() {
        assertThat(add(new byte[CellText.LONGEST_FRAME])).isTrue();
        assertThatThrownBy(() -> add(new byte[0])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> add(new byte[CellText.LONGEST_FRAME + 1]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new FrameQueue(FrameQueue.LEAST_BYTES - 1))
                .hasMessageContaining("65537");
    }
}
