package org.urdma4j.transport.grant;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What the event loops of a device have once where each has a {@link GrantScheduler}: the rate of
 * the port, and what may be out at once. Each loop has as great a part as it has senders that want
 * something or have something out, of all loops together. It says of itself what has changed, and
 * sees a change of another within a turn. Any thread may call.
 */
public final class PortShare {
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    /** Loops write to cache lines of their own. */
    private static final int LINE = 16;

    private final long[] senders;
    private final int loops;

    /** One value, which any loop may set. */
    private final long[] rate = new long[1];

    /**
     * @param loops how many event loops there are, 1 or more
     */
    public PortShare(int loops) {
        this.loops = loops;
        senders = new long[loops * LINE];
    }

    /** Sets the rate of the port, in bit/s on the wire, 0 if it isn't known. */
    void rate(long bitsPerSecond) {
        LONGS.setOpaque(rate, 0, bitsPerSecond);
    }

    /** Returns the rate of the port, in bit/s on the wire, 0 if it isn't known. */
    long rate() {
        return (long) LONGS.getOpaque(rate, 0);
    }

    /** A loop has so many senders from now on. */
    void senders(int loop, long count) {
        LONGS.setOpaque(senders, loop * LINE, count);
    }

    /** Returns a loop's part of the port, more than 0, at most 1. */
    double of(int loop) {
        if (loops == 1) {
            return 1;
        }
        long own = Math.max(1, (long) LONGS.getOpaque(senders, loop * LINE));
        long all = own;
        for (int other = 0; other < loops; other++) {
            if (other != loop) {
                all += (long) LONGS.getOpaque(senders, other * LINE);
            }
        }
        return (double) own / all;
    }
}
