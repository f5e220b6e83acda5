package org.urdma4j.protection.shape;

import java.util.Objects;

/**
 * What the packets that a device sends look like from outside, each queue pair's for itself.
 *
 * @param padded whether each is as long as the longest
 * @param bitsPerSecond at which they leave, on the wire, framing counted; 0 for whenever there is
 *     something to send, otherwise {@link #LEAST_RATE} to {@link #MOST_RATE}
 * @param limit how much chaff follows the last data
 */
public record Shape(boolean padded, long bitsPerSecond, ChaffLimit limit) {
    /** 1 Mbit/s: a slot of 12 ms for packets of 1,500 bytes. */
    public static final long LEAST_RATE = 1_000_000L;

    /** 400 Gbit/s. */
    public static final long MOST_RATE = 400_000_000_000L;

    /** As they come. */
    public static final Shape NONE = new Shape(false, 0, ChaffLimit.NONE);

    /** Of one length. */
    public static final Shape PAD = new Shape(true, 0, ChaffLimit.NONE);

    public Shape {
        Objects.requireNonNull(limit, "limit");
        boolean inRange = bitsPerSecond >= LEAST_RATE && bitsPerSecond <= MOST_RATE;
        if (bitsPerSecond != 0 && !(padded && inRange)) {
            throw new IllegalArgumentException(
                    "a constant rate is 1 Mbit/s to 400 Gbit/s, not " + bitsPerSecond + " bit/s");
        }
    }

    /** Of one length, and one in each slot. */
    public static Shape constant(long bitsPerSecond, ChaffLimit limit) {
        if (bitsPerSecond == 0) {
            throw new IllegalArgumentException("a constant rate isn't 0");
        }
        return new Shape(true, bitsPerSecond, limit);
    }

    /** Returns whether packets leave in slots. */
    public boolean isConstant() {
        return bitsPerSecond != 0;
    }
}
