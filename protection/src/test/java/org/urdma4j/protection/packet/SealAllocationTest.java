package org.urdma4j.protection.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.CipherSource;
import org.urdma4j.protection.aead.IpsecMb;
import org.urdma4j.protection.aead.Libcrypto;
import org.urdma4j.protection.aead.OutlyingText;
import org.urdma4j.protection.aead.PacketCipher;
import org.urdma4j.protection.replay.ReplayWindow;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Packets sealed and opened by a library leave no garbage. */
class SealAllocationTest {
    private static final int AT = 64;
    private static final int LENGTH = 1440;
    private static final int FILL = 16;
    private static final int WARM_UP = 30_000;
    private static final int PACKETS = 20_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final MemorySegment memory = Arena.ofAuto().allocate(4096, 8);
    private final ByteBuffer b = memory.asByteBuffer();
    private final MemorySegment elsewhere = Arena.ofShared().allocate(2 * LENGTH);
    private final OutlyingText part = new OutlyingText();
    private final PacketSeal seal = new PacketSeal();
    private final ReplayWindow window = new ReplayWindow();

    @Test
    void shouldAllocateNothingWithLibcrypto() {
        assertNoGarbage(Libcrypto.open(Libcrypto.SYSTEM), "no libcrypto 3 here (Debian: libssl3)");
    }

    @Test
    void shouldAllocateNothingWithIpsecMb() {
        assertNoGarbage(
                IpsecMb.open(IpsecMb.SYSTEM), "no libipsec-mb 1.3 here (Debian: libipsec-mb1)");
    }

    private void assertNoGarbage(Optional<? extends CipherSource> library, String missing) {
        assumeTrue(library.isPresent(), missing);
        try (PacketCipher cipher =
                library.get().create(Aead.AES_256_GCM, new byte[32], new byte[12])) {
            run(cipher, 0, WARM_UP);
            long before = threads.getCurrentThreadAllocatedBytes();
            run(cipher, WARM_UP, PACKETS);
            long bytes = threads.getCurrentThreadAllocatedBytes() - before;

            // what the JVM's own compiler threads hand over may count as ours
            assertThat(bytes / PACKETS).isZero();
        }
    }

    private void run(PacketCipher cipher, long from, int packets) {
        for (long number = from; number < from + packets; number++) {
            UrdmaBth.write(b, AT, UrdmaOpcode.WRITE_MIDDLE, 0, 0, 0xffff, 5, (int) number);
            part.set(AT + 44, LENGTH - 44, elsewhere, number % LENGTH);
            int sealed =
                    number % 2 == 0
                            ? seal.seal(memory, b, AT, LENGTH, FILL, 0, number, cipher)
                            : seal.seal(memory, b, AT, LENGTH, FILL, 0, number, cipher, part);
            int start = AT - PacketSeal.ROOM_BEFORE;
            if (!window.isNew(number) || seal.open(memory, b, start, sealed, cipher) != LENGTH) {
                throw new AssertionError("packet " + number);
            }
            window.accept(number);
        }
    }
}
