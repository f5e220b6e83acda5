package org.urdma4j.bench.baseline;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.zip.CRC32C;

/**
 * Work that never changes, of the kinds that the data path is made of: a checksum, a copy, and
 * loads and branches that wait for each other, about a third of the time each. Changing it makes
 * every stored baseline worthless.
 */
final class CalibrationLoad {
    private static final int CHECKED = 24 << 10;
    private static final int COPIED = 32 << 10;
    private static final int TABLE = 1 << 15;
    private static final int STEPS = 400;
    private static final int TURNS_IN_BLOCK = 50;

    private final ByteBuffer from = ByteBuffer.allocateDirect(COPIED);
    private final ByteBuffer to = ByteBuffer.allocateDirect(COPIED);
    private final int[] next = new int[TABLE];
    private final CRC32C crc = new CRC32C();
    private int at;
    private long sum;

    CalibrationLoad() {
        Random random = new Random(1);
        for (int i = 0; i < COPIED; i++) {
            from.put(i, (byte) random.nextInt());
        }
        for (int i = 0; i < TABLE; i++) {
            next[i] = random.nextInt(TABLE);
        }
    }

    /**
     * Works for a while.
     *
     * @param ns how long, at least one block of turns
     * @return nanoseconds a turn, of the block of turns that was disturbed least
     */
    double nsPerTurn(long ns) {
        double least = Double.POSITIVE_INFINITY;
        long start = System.nanoTime();
        long before = start;
        do {
            for (int i = 0; i < TURNS_IN_BLOCK; i++) {
                turn();
            }
            long after = System.nanoTime();
            least = Math.min(least, (double) (after - before) / TURNS_IN_BLOCK);
            before = after;
        } while (before - start < ns);
        return least;
    }

    /** Returns what came of all turns, so that none can be left out. */
    long sum() {
        return sum;
    }

    private void turn() {
        crc.reset();
        from.limit(CHECKED).position(0);
        crc.update(from);
        to.put(0, from.limit(COPIED), 0, COPIED);
        int i = at;
        for (int step = 0; step < STEPS; step++) {
            int entry = next[i];
            i = (entry & 1) == 0 ? (entry + step) & (TABLE - 1) : entry ^ 1;
        }
        at = i;
        sum += crc.getValue() + to.get(i & (COPIED - 1)) + i;
    }
}
