package org.urdma4j.copy.read;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.SplittableRandom;

@Timeout(20)
class RingMemoryTest {
    private static final int ALL = 1 << 20;

    private static void fill(RingMemory.Piece piece, int value) {
        for (int i = 0; i < piece.data.capacity(); i++) {
            piece.data.put(i, (byte) value);
        }
    }

    private static void assertHas(RingMemory.Piece piece, int value) {
        byte[] found = new byte[piece.data.capacity()];
        piece.data.get(0, found);
        byte[] expected = new byte[found.length];
        Arrays.fill(expected, (byte) value);
        assertThat(found).isEqualTo(expected);
    }

    @Test
    void shouldKeepWhatWasGivenOutWhenItTakesMore() throws InterruptedException {
        RingMemory memory = new RingMemory(ALL);
        RingMemory.Piece little = memory.allocate(200_000);
        fill(little, 1);
        RingMemory.Piece more = memory.allocate(ALL / 2);
        fill(more, 2);
        RingMemory.Piece last = memory.allocate(ALL / 2);
        fill(last, 3);
        assertHas(little, 1);
        assertHas(more, 2);
        little.release();
        more.release();
        RingMemory.Piece again = memory.allocate(ALL / 2);
        fill(again, 4);
        assertHas(last, 3);
    }

    @Test
    void shouldNeverGiveAwayWhatIsOut() throws InterruptedException {
        SplittableRandom random = new SplittableRandom(5);
        for (int round = 0; round < 20; round++) {
            RingMemory memory = new RingMemory(ALL);
            Deque<RingMemory.Piece> out = new ArrayDeque<>();
            int first = 0;
            int next = 0;
            int bytes = 0;
            while (next < 60) {
                int length = random.nextInt(1, 1 << random.nextInt(1, 18));
                while (bytes + length + 4096 > ALL / 2) {
                    RingMemory.Piece piece = out.remove();
                    assertHas(piece, first++);
                    bytes -= piece.data.capacity();
                    piece.release();
                }
                RingMemory.Piece piece = memory.allocate(length);
                fill(piece, next++);
                out.add(piece);
                bytes += length;
            }
            for (RingMemory.Piece piece : out) {
                assertHas(piece, first++);
            }
        }
    }
}
