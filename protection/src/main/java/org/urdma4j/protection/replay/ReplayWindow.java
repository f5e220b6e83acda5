package org.urdma4j.protection.replay;

import java.util.Arrays;

/**
 * The newest 2^18 numbers of packets, of which each is accepted once (RFC 4303, 3.4.3). Memory is
 * taken in blocks of 4,096 numbers as they are used, so that a connection that moves little takes
 * little. Not thread-safe.
 */
public final class ReplayWindow {
    /** How far behind the newest number one may be. */
    public static final int NUMBERS = 1 << 18;

    private static final int BLOCK_SHIFT = 12;
    private static final int WORDS = 1 << (BLOCK_SHIFT - 6);

    /** The newest block is begun before the oldest is done with. */
    private static final int BLOCKS = (NUMBERS >> BLOCK_SHIFT) + 1;

    private final long[][] blocks = new long[BLOCKS][];
    private long end;

    /** Returns whether a number may still be accepted; numbers are at least 0. */
    public boolean isNew(long number) {
        if (number >= end) {
            return true;
        }
        if (number < end - NUMBERS) {
            return false;
        }
        long[] block = blocks[slot(number)];
        return block == null || (block[word(number)] & 1L << number) == 0;
    }

    /** Takes a number that is new, and whose packet is genuine. */
    public void accept(long number) {
        if (number >= end) {
            begin(number);
            end = number + 1;
        }
        long[] block = blocks[slot(number)];
        if (block == null) {
            block = new long[WORDS];
            blocks[slot(number)] = block;
        }
        block[word(number)] |= 1L << number;
    }

    /** Forgets what was in the blocks that the numbers up to this one come to. */
    private void begin(long number) {
        long last = number >> BLOCK_SHIFT;
        long next = end == 0 ? 0 : ((end - 1) >> BLOCK_SHIFT) + 1;
        for (long i = Math.max(next, last - BLOCKS + 1); i <= last; i++) {
            long[] block = blocks[(int) (i % BLOCKS)];
            if (block != null) {
                Arrays.fill(block, 0);
            }
        }
    }

    private static int slot(long number) {
        return (int) ((number >> BLOCK_SHIFT) % BLOCKS);
    }

    private static int word(long number) {
        return (int) (number >> 6) & WORDS - 1;
    }

    /** Returns the bytes that it takes, roughly. */
    public int bytes() {
        int used = 0;
        for (long[] block : blocks) {
            used += block == null ? 0 : WORDS * Long.BYTES;
        }
        return BLOCKS * Long.BYTES + used;
    }
}
