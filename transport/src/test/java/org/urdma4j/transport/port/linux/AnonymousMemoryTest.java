package org.urdma4j.transport.port.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

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

    /** Flags of the mapping of an address, without its neighbours that have the same. */
    private static List<String> flags(MemorySegment memory) throws IOException {
        boolean within = false;
        for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
            if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
                String[] range = line.substring(0, line.indexOf(' ')).split("-", -1);
                within =
                        Long.parseUnsignedLong(range[0], 16) <= memory.address()
                                && memory.address() < Long.parseUnsignedLong(range[1], 16);
            } else if (within && line.startsWith("VmFlags:")) {
                return List.of(line.split("\\s+", -1));
            }
        }
        return List.of();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 4095, AnonymousMemory.HUGE_FROM - 1})
    void shouldTakeUsualPagesForLittle(long bytes) throws IOException {
        MemorySegment memory = AnonymousMemory.allocate(bytes).orElseThrow();

        assertThat(memory.byteSize()).isEqualTo(bytes);
        assertThat(flags(memory)).isNotEmpty().doesNotContain("hg");
    }

    @ParameterizedTest
    @ValueSource(longs = {AnonymousMemory.HUGE_FROM, AnonymousMemory.HUGE_FROM + 1, 100_000_000})
    void shouldAskForHugePagesFromFourMebibytesOn(long bytes) throws IOException {
        assumeTrue(Files.exists(Path.of("/sys/kernel/mm/transparent_hugepage")));
        MemorySegment memory = AnonymousMemory.allocate(bytes).orElseThrow();

        assertThat(memory.byteSize()).isEqualTo(bytes);
        assertThat(memory.address() % (2 << 20)).isZero();
        assertThat(flags(memory)).contains("hg");
        memory.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
        memory.set(ValueLayout.JAVA_BYTE, bytes - 1, (byte) 2);
        assertThat(memory.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 1);
        AnonymousMemory.discard(memory);
        assertThat(memory.get(ValueLayout.JAVA_BYTE, bytes - 1)).isZero();
    }

    @Test
    void shouldSayWhyThereAreNoHugePages(@TempDir Path folder) throws IOException {
        Path setting = folder.resolve("enabled");
        assertThat(AnonymousMemory.withoutHugePages(setting)).contains("this system has none");
        Files.writeString(setting, "always [madvise] never\n");
        assertThat(AnonymousMemory.withoutHugePages(setting)).isEmpty();
        Files.writeString(setting, "always madvise [never]\n");
        assertThat(AnonymousMemory.withoutHugePages(setting)).contains(setting + " says never");
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
