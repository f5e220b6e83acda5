package org.urdma4j.transport.port.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class AnonymousMemoryTest {
    private static final long BYTES = 1L << 30;

    private static final int PAGE = 4096;

    /** In an entry of pagemap: the page is in memory, or was moved out of it. */
    private static final long IS_THERE = 3L << 62;

    /** Returns how many pages of the memory are there: proc_pid_pagemap(5). */
    private static int pages(MemorySegment memory) throws IOException {
        ByteBuffer entries =
                ByteBuffer.allocate((int) (memory.byteSize() / PAGE) * Long.BYTES)
                        .order(ByteOrder.nativeOrder());
        try (FileChannel map = FileChannel.open(Path.of("/proc/self/pagemap"))) {
            long at = memory.address() / PAGE * Long.BYTES;
            while (entries.hasRemaining()) {
                assertThat(map.read(entries, at + entries.position())).isPositive();
            }
        }
        int there = 0;
        for (entries.flip(); entries.hasRemaining(); ) {
            there += (entries.getLong() & IS_THERE) != 0 ? 1 : 0;
        }
        return there;
    }

    @Test
    void shouldCostNothingUntilItIsTouched() throws IOException {
        MemorySegment memory = AnonymousMemory.allocate(BYTES).orElseThrow();
        assertThat(memory.byteSize()).isEqualTo(BYTES);
        assertThat(memory.asSlice(BYTES / 2, 64).toArray(ValueLayout.JAVA_BYTE))
                .containsOnly((byte) 0);
        int before = pages(memory);
        assertThat(before).as("a huge page at most").isLessThanOrEqualTo(512);
        for (long at = 0; at < 16L << 20; at += PAGE) {
            memory.set(ValueLayout.JAVA_BYTE, at, (byte) 5);
        }
        assertThat(pages(memory) - before).isBetween(3_500, 5_200);
        AnonymousMemory.discard(memory);
        assertThat(pages(memory)).isZero();
        assertThat(memory.get(ValueLayout.JAVA_BYTE, 0)).isZero();
        memory.set(ValueLayout.JAVA_BYTE, 0, (byte) 6);
        assertThat(memory.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 6);
    }

    @Test
    void shouldLeaveOtherMemoryAlone() {
        MemorySegment other = Arena.ofAuto().allocate(1 << 16, 4096);
        other.fill((byte) 3);
        AnonymousMemory.discard(other);
        MemorySegment whole = AnonymousMemory.allocate(1 << 16).orElseThrow();
        whole.fill((byte) 4);
        AnonymousMemory.discard(whole.asSlice(0, 4096));
        assertThat(other.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 3);
        assertThat(whole.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 4);
    }

    @Test
    void shouldSayThatThereIsNoMore() {
        assertThat(AnonymousMemory.allocate(1L << 62)).isEmpty();
    }
}
