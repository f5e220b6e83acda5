package org.urdma4j.protection.aead;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Measures what a packet costs with a cipher: by a clock its time, by a counter of allocated bytes
 * its garbage. The meter is passed in, so that equal readings give equal results. Single-threaded.
 */
public final class CipherTimer {
    /** Packets that are sealed, then opened, between two readings: they stay in a near cache. */
    static final int BATCH = 16;

    /** Batches before those that count; what was checked before is compiled already. */
    static final int WARM_UP = 150;

    /** Batches of which the median is taken; odd. */
    static final int ROUNDS = 51;

    private static final int ASSOCIATED = 16;
    private static final int ALIGNMENT = 64;

    private final RandomGenerator random;
    private final LongSupplier meter;

    /**
     * @param random makes keys and texts
     * @param meter grows with what is measured
     */
    public CipherTimer(RandomGenerator random, LongSupplier meter) {
        this.random = random;
        this.meter = meter;
    }

    /**
     * Returns the median cost of a packet.
     *
     * @param bytes of a packet's text, at least 1
     * @throws IllegalStateException if the implementation has no such cipher, or doesn't open what
     *     it sealed
     */
    public CipherTime time(CipherSource source, Aead aead, int bytes) {
        try (Arena arena = Arena.ofConfined();
                PacketCipher cipher =
                        source.create(aead, some(Aead.KEY_BYTES), some(Aead.NONCE_BYTES))) {
            int stride = (bytes + Aead.TAG_BYTES + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
            MemorySegment memory = arena.allocate((long) stride * BATCH, ALIGNMENT);
            memory.copyFrom(MemorySegment.ofArray(some((int) memory.byteSize())));
            MemorySegment associated = arena.allocate(ASSOCIATED, Long.BYTES);
            double[] seal = new double[ROUNDS];
            double[] open = new double[ROUNDS];
            for (int round = -WARM_UP; round < ROUNDS; round++) {
                long number = (long) (round + WARM_UP) * BATCH;
                long begin = meter.getAsLong();
                for (int i = 0; i < BATCH; i++) {
                    cipher.seal(number + i, associated, memory, (long) i * stride, bytes);
                }
                long between = meter.getAsLong();
                boolean genuine = true;
                for (int i = 0; i < BATCH; i++) {
                    genuine &=
                            cipher.open(number + i, associated, memory, (long) i * stride, bytes);
                }
                long end = meter.getAsLong();
                if (!genuine) {
                    throw new IllegalStateException(source.name() + " doesn't open what it sealed");
                }
                if (round >= 0) {
                    seal[round] = (double) (between - begin) / BATCH;
                    open[round] = (double) (end - between) / BATCH;
                }
            }
            return new CipherTime(bytes, median(seal), median(open));
        }
    }

    private byte[] some(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}
