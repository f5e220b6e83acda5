package org.urdma4j.tunnel.cell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** A peer with the keys sends anything at all: nothing throws, and afterwards all is well. */
class HostileTextsTest {
    private static final int TEXTS = 300_000;
    private static final int TEXT = 96;

    private final Ends ends = new Ends(1 << 20);
    private final SplittableRandom random = new SplittableRandom(13);
    private final byte[] text = new byte[TEXT];
    private final ByteBuffer b = ByteBuffer.wrap(text);

    private void damage(int sequence) {
        switch (random.nextInt(4)) {
            case 0 -> random.nextBytes(text);
            case 1 -> b.putShort(4, (short) random.nextInt());
            case 2 -> b.putShort(6 + random.nextInt(TEXT - 8), (short) random.nextInt(200));
            default -> b.putShort(6, (short) 0xffff);
        }
        if (random.nextInt(100) > 0) {
            b.putInt(0, sequence + random.nextInt(8) - 2);
        }
    }

    @Test
    void shouldSurviveAnyText() {
        long nowNs = 0;
        for (int i = 0; i < TEXTS; i++) {
            damage(i);
            nowNs += random.nextInt(200_000);
            ends.reader.onTimer(nowNs);
            int length = random.nextInt(50) == 0 ? random.nextInt(TEXT) : TEXT;
            ends.reader.onCell(b, 0, length, nowNs);
            ends.came.clear();
        }
        assertThat(ends.reader.malformed()).isPositive();
        assertThat(ends.reader.framesLost()).isPositive();

        ends.reader.reset();
        byte[] frame = Ends.frame(random, 1500);
        ends.send(frame);
        ends.receiveAll(ends.cells(TEXT));
        assertThat(ends.came).hasSize(1);
        assertThat(ends.came.getFirst()).isEqualTo(frame);
    }

    /** The first cell says how long all are; too short or too long ones say nothing. */
    @Test
    void shouldTakeCellsOfOneLengthAlone() {
        for (int length : new int[] {0, 1, 11, CellText.MOST + 1}) {
            ends.reader.onCell(ByteBuffer.allocate(length + 10), 0, length, 0);
        }
        assertThat(ends.reader.malformed()).isEqualTo(4);
        ends.send(Ends.frame(random, 40));
        ends.receiveAll(ends.cells(64));
        ends.send(Ends.frame(random, 40));
        ends.receiveAll(ends.cells(68));
        assertThat(ends.came).hasSize(1);
        assertThat(ends.reader.malformed()).isEqualTo(5);
    }
}
