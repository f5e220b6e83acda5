package org.urdma4j.tunnel.address;

/**
 * Puts the cells of the other end into the order in which they were sealed: by generation, which
 * counts modulo 256, then by packet number. Not thread-safe.
 */
public final class CellOrder {
    private static final int NUMBER_BITS = 48;

    /** So that the generation before the first is not negative. */
    private int newest = 1 << Byte.SIZE;

    private boolean begun;

    /**
     * Returns a number that is greater for a cell that was sealed later.
     *
     * @param generation 0 to 255, near that of the cell before
     * @param number 0 to 2^48 - 1
     */
    public long of(int generation, long number) {
        int ahead = begun ? (byte) (generation - newest) : generation;
        begun = true;
        int unwrapped = newest + ahead;
        newest = Math.max(newest, unwrapped);
        return (long) unwrapped << NUMBER_BITS | number;
    }
}
