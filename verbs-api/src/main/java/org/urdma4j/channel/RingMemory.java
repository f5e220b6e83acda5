package org.urdma4j.channel;

import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

import java.lang.ref.Cleaner;

/**
 * What the rings of all channels of a process may have. While half of it is free a ring gets what
 * is wanted, if that is an eighth of all at most; then a sixteenth of what is left, so that the
 * rings get smaller before there are none. Thread-safe.
 */
final class RingMemory {
    /** As much as the heap: a quarter of the machine's memory unless the JVM is told otherwise. */
    static final RingMemory SHARED = new RingMemory(Runtime.getRuntime().maxMemory());

    private static final Cleaner CLEANER = Cleaner.create();
    private static final int MOST_PART = 8;
    private static final int LATER_PART = 16;
    private static final int MEGA = 1 << 20;

    private final long all;
    private long taken;
    private int holders;

    RingMemory(long all) {
        this.all = all;
    }

    /** What one channel has of it. */
    static final class Share {
        private final int receiveBytes;
        private final int sendBytes;
        private Cleaner.Cleanable end;

        private Share(int receiveBytes, int sendBytes) {
            this.receiveBytes = receiveBytes;
            this.sendBytes = sendBytes;
        }

        int receiveBytes() {
            return receiveBytes;
        }

        int sendBytes() {
            return sendBytes;
        }

        /** Gives it back. Again it does nothing. */
        void end() {
            end.clean();
        }
    }

    /**
     * Takes memory for two rings, until the share ends or its owner isn't reachable any more.
     *
     * @param owner who has the share, and nobody else
     * @throws VerbsException with ENOMEM if not even the smallest fit
     */
    Share take(Object owner, ChannelOptions options) {
        Share share = take(options);
        long bytes = (long) share.receiveBytes + share.sendBytes;
        share.end = CLEANER.register(owner, () -> giveBack(bytes));
        return share;
    }

    private synchronized Share take(ChannelOptions options) {
        long left = all - taken;
        long most = taken < all / 2 ? Math.min(all / MOST_PART, left / 2) : left / LATER_PART;
        Share share =
                new Share(
                        fitting(options.receiveBytes(), most), fitting(options.sendBytes(), most));
        long bytes = (long) share.receiveBytes + share.sendBytes;
        if (bytes > left) {
            throw new VerbsException(
                    Errno.ENOMEM,
                    ("there is no memory for another channel: %d have %d MiB of %d; close some, or"
                                    + " raise -Xmx")
                            .formatted(holders, taken / MEGA, all / MEGA));
        }
        taken += bytes;
        holders++;
        return share;
    }

    /** Returns the largest ring within both, but never less than the smallest. */
    private static int fitting(int wanted, long most) {
        long least = Math.min(wanted, ChannelOptions.LEAST);
        return (int) Math.max(least, Math.min(wanted, Long.highestOneBit(most)));
    }

    private synchronized void giveBack(long bytes) {
        taken -= bytes;
        holders--;
    }

    synchronized long taken() {
        return taken;
    }
}
