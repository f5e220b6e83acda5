package org.urdma4j.retransmit.sack;

/**
 * Decides the size of a ring that follows its use: it doubles when full, and becomes small when a
 * period of four times its size has passed in which less than a quarter was used. So copying costs
 * each packet at most a constant.
 */
final class RingSize {
    private final int smallest;
    private int size;
    private long peak;
    private long passed;

    RingSize(int smallest) {
        this.smallest = smallest;
        this.size = smallest;
    }

    int size() {
        return size;
    }

    /** Returns whether the ring must be made {@link #size} large now to hold {@code used}. */
    boolean grow(long used) {
        peak = Math.max(peak, used);
        if (used <= size) {
            return false;
        }
        while (size < used) {
            size <<= 1;
        }
        passed = 0;
        return true;
    }

    /**
     * Records that {@code packets} left the ring.
     *
     * @param used what the ring still holds
     * @return whether the ring must be made {@link #size} large now
     */
    boolean shrink(long packets, long used) {
        passed += packets;
        if (passed < 4L * size) {
            return false;
        }
        return shrinkTo(used);
    }

    /** As {@link #shrink}, at once, and whatever was used before. */
    boolean trim(long used) {
        peak = used;
        return shrinkTo(used);
    }

    private boolean shrinkTo(long used) {
        long needed = Math.max(peak, used);
        peak = used;
        passed = 0;
        if (needed >= size / 4 || size == smallest) {
            return false;
        }
        while (size > smallest && size / 2 >= 2 * needed) {
            size >>= 1;
        }
        return true;
    }
}
