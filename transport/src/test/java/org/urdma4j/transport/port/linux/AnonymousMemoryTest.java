package org.urdma4j.transport.port.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

@EnabledOnOs(OS.LINUX)
class AnonymousMemoryTest {
    private static final long BYTES = 1L << 30;

    /** Returns how much of the memory is there, in KiB. */
    private static long residentKib(MemorySegment memory) throws IOException {
        List<String> lines = Files.readAllLines(Path.of("/proc/self/smaps"));
        boolean within = false;
        for (String line : lines) {
            if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
                int dash = line.indexOf('-');
                long begin = Long.parseUnsignedLong(line.substring(0, dash), 16);
                long end = Long.parseUnsignedLong(line.substring(dash + 1, line.indexOf(' ')), 16);
                within = begin <= memory.address() && memory.address() < end;
            } else if (within && line.startsWith("Rss:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        throw new AssertionError("it isn't mapped");
    }

    @Test
    void shouldCostNothingUntilItIsTouched() throws IOException {
        MemorySegment memory = AnonymousMemory.allocate(BYTES).orElseThrow();
        assertThat(memory.byteSize()).isEqualTo(BYTES);
        assertThat(memory.asSlice(BYTES / 2, 64).toArray(ValueLayout.JAVA_BYTE))
                .containsOnly((byte) 0);
        for (long at = 0; at < 16L << 20; at += 4096) {
            memory.set(ValueLayout.JAVA_BYTE, at, (byte) 5);
        }
        long touched = residentKib(memory);
        assertThat(touched).isBetween(16L << 10, 64L << 10);
        AnonymousMemory.discard(memory);
        assertThat(residentKib(memory)).isLessThan(touched / 2);
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
