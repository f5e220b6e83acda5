package org.urdma4j.transport.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;

/** Memory that payload may be left in, by which objects and in which buffers. */
class SteadyMemoryTest {
    private static final int STEP_BITS = 6;
    private static final int LONGEST = 1 << STEP_BITS;

    private final RegionTable table = new RegionTable(new Random(1));

    private Region region(MemorySegment memory) {
        return table.register(memory, 0x1000, 0, 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 127, 128, 129, 1000})
    void shouldHaveEveryPacketInOneBuffer(int size) {
        MemorySegment segment = Arena.ofAuto().allocate(size);
        for (int i = 0; i < size; i++) {
            segment.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 31 + i / 256));
        }
        SteadyMemory memory = new SteadyMemory(this, segment, STEP_BITS);
        for (int offset = 0; offset < size; offset++) {
            byte[] bytes = new byte[Math.min(LONGEST, size - offset)];
            ByteBuffer buffer = memory.buffer(offset);
            buffer.get(memory.index(offset), bytes);
            assertThat(bytes)
                    .isEqualTo(
                            segment.asSlice(offset, bytes.length).toArray(ValueLayout.JAVA_BYTE));
            assertThat(memory.buffer(offset)).isSameAs(buffer);
        }
    }

    @Test
    void shouldHaveOneObjectForEachReader() {
        Region region = region(Arena.ofAuto().allocate(100));
        Object one = new Object();
        Object other = new Object();
        SteadyMemory memory = region.steadily(one);
        assertThat(memory.segment()).isSameAs(region.segment());
        assertThat(region.steadily(other)).isNotNull().isNotSameAs(memory);
        assertThat(region.steadily(one)).isSameAs(memory);
    }

    @Test
    void shouldNotBeOfTheHeap() {
        assertThat(region(MemorySegment.ofArray(new byte[100])).steadily(this)).isNull();
    }

    @Test
    void shouldNotBeOfAFileThatMayBeCutShort(@TempDir Path folder) throws Exception {
        try (Arena arena = Arena.ofShared();
                FileChannel file =
                        FileChannel.open(
                                folder.resolve("file"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.READ,
                                StandardOpenOption.WRITE)) {
            MemorySegment mapped = file.map(FileChannel.MapMode.READ_WRITE, 0, 4096, arena);
            assertThat(region(mapped).steadily(this)).isNull();
        }
    }
}
