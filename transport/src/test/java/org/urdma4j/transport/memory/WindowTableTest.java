package org.urdma4j.transport.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.verbs.AccessFlags;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;

/** What only the engine can see; the rest is in the conformance suite. */
class WindowTableTest {
    private static final int DOMAIN = 1;
    private static final int QPN = 17;
    private static final int ATOMIC = AccessFlags.REMOTE_ATOMIC;
    private static final int ZERO_BASED = AccessFlags.ZERO_BASED;
    private static final int BINDABLE = AccessFlags.LOCAL_WRITE | AccessFlags.MW_BIND;

    private final RegionTable table = new RegionTable(new Random(1));

    private boolean bind(Region region, long offset, long length, int access) {
        Window window = table.windows().allocate(DOMAIN, true);
        return table.windows()
                .bind(
                        window.key(),
                        window.key(),
                        DOMAIN,
                        QPN,
                        region.lkey(),
                        region.address() + offset,
                        length,
                        access);
    }

    /** An atomic operation at a multiple of eight must find memory that is aligned. */
    @ParameterizedTest
    @CsvSource({
        "0, false, true",
        "4, false, true",
        "8, true, true",
        "4, true, false",
    })
    void shouldAllowAtomicsWhereAddressAndMemoryAgree(int offset, boolean zero, boolean allowed) {
        int access = ATOMIC | (zero ? ZERO_BASED : 0);
        MemorySegment heap = MemorySegment.ofArray(new long[8]);
        MemorySegment direct = Arena.ofAuto().allocate(64, 8);
        Region onHeap = table.register(heap, 0x7000_0000_0000_0000L, BINDABLE, DOMAIN);
        Region offHeap = table.register(direct, direct.address(), BINDABLE, DOMAIN);

        assertThat(bind(onHeap, offset, 32, access)).isEqualTo(allowed);
        assertThat(bind(offHeap, offset, 32, access)).isEqualTo(allowed);
    }

    @Test
    void shouldNotAllowAtomicsInBytesOfTheHeap() {
        MemorySegment bytes = MemorySegment.ofArray(new byte[64]);
        Region region = table.register(bytes, 0x7000_0000_0000_0000L, BINDABLE, DOMAIN);

        assertThat(bind(region, 0, 64, ATOMIC)).isFalse();
        assertThat(bind(region, 0, 64, AccessFlags.REMOTE_WRITE)).isTrue();
    }

    @Test
    void shouldUnbindWhatWasBoundThroughAQueuePairThatIsGone() {
        MemorySegment direct = Arena.ofAuto().allocate(64, 8);
        Region region = table.register(direct, direct.address(), BINDABLE, DOMAIN);
        Window window = table.windows().allocate(DOMAIN, true);
        int key = window.key();
        table.windows()
                .bind(
                        key,
                        key,
                        DOMAIN,
                        QPN,
                        region.lkey(),
                        region.address(),
                        64,
                        AccessFlags.REMOTE_READ);
        int read = AccessFlags.REMOTE_READ;
        assertThat(table.remote(key, DOMAIN, QPN, region.address(), 64, read)).isNotNull();
        table.windows().unbindAll(QPN + 1);
        assertThat(table.remote(key, DOMAIN, QPN, region.address(), 64, read)).isNotNull();
        table.windows().unbindAll(QPN);

        assertThat(table.remote(key, DOMAIN, QPN, region.address(), 64, read)).isNull();
    }
}
