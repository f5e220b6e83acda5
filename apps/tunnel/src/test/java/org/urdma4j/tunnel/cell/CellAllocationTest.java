package org.urdma4j.tunnel.cell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;

/** Once everything is loaded, cells leave nothing for the garbage collector. */
class CellAllocationTest {
    private static final int CELLS = 20_000;
    private static final int TEXT = 1428;

    private final com.sun.management.ThreadMXBean threads =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final FrameQueue queue = new FrameQueue(1 << 20);
    private final CellWriter writer = new CellWriter(queue);
    private final CellReader reader =
            new CellReader(ByteBuffer.allocateDirect(CellText.LONGEST_FRAME), _ -> {});
    private final ByteBuffer first = ByteBuffer.allocateDirect(TEXT);
    private final ByteBuffer second = ByteBuffer.allocateDirect(TEXT);
    private final ByteBuffer frame = ByteBuffer.allocateDirect(9014);

    /** Every second cell comes before the one that it follows. */
    private void carry() {
        for (int i = 0; i < CELLS / 2; i++) {
            queue.add(frame, 0, 100 + i % 8914);
            writer.write(first, 0, TEXT);
            writer.write(second, 0, TEXT);
            reader.onCell(second, 0, TEXT, i);
            reader.onCell(first, 0, TEXT, i);
            reader.onTimer(i);
        }
    }

    @Test
    void shouldAllocateNothingForACell() {
        carry();
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().threadId());
        carry();
        long bytes = threads.getThreadAllocatedBytes(Thread.currentThread().threadId()) - before;

        assertThat(bytes).isLessThan(CELLS);
        assertThat(reader.frames()).isPositive();
    }
}
