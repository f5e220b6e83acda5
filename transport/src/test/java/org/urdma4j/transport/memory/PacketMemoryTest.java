package org.urdma4j.transport.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

class PacketMemoryTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 4096, 65_487, 130_974})
    void shouldBeginWithALineAndHaveAllBytes(int bytes) {
        for (int i = 0; i < 20; i++) { // the JDK's own begins at any multiple of 16
            ByteBuffer memory = PacketMemory.allocate(bytes);
            assertThat(memory.capacity()).isEqualTo(bytes);
            assertThat(memory.order()).isEqualTo(ByteOrder.BIG_ENDIAN);
            assertThat(memory.get(bytes - 1)).isZero();
            MemorySegment segment = MemorySegment.ofBuffer(memory);
            assertThat(segment.address() % 64).isZero();
            assertThat(segment.byteSize()).isEqualTo(bytes);
        }
    }
}
