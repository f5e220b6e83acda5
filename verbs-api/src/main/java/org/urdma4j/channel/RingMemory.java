package org.urdma4j.channel;

import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What the rings of all channels of a process may have. Each has two of {@link Ring#FIRST}, as long
 * as there is memory. A longer one gets what is wanted while half of the memory is free, if that is
 * an eighth of all at most; then a sixteenth of what is left, so that the rings get shorter before
 * there are none. Thread-safe.
 */
final class RingMemory {
    /** How often it is asked which rings rest. */
    private static final Duration TURN = Duration.ofSeconds(10);

    /** As much as the heap: a quarter of the machine's memory unless the JVM is told otherwise. */
    static final RingMemory SHARED = new RingMemory(Runtime.getRuntime().maxMemory(), TURN);

    static final Cleaner CLEANER = Cleaner.create();
    private static final long LEAST = 2L * Ring.FIRST;
    private static final int MOST_PART = 8;
    private static final int LATER_PART = 16;
    private static final int MEGA = 1 << 20;

    private final long all;
    private final Duration turn;
    private long taken;
    private int holders;

    /** Whose rings have been replaced; guarded by itself. */
    private final List<WeakReference<Link>> watched = new ArrayList<>();

    /**
     * Creates it.
     *
     * @param all bytes
     * @param turn how long a ring rests, at least, until it is replaced by a short one
     */
    RingMemory(long all, Duration turn) {
        this.all = all;
        this.turn = turn;
    }

    /** What one channel has of it. Thread-safe. */
    final class Share {
        private long bytes = LEAST;
        private Cleaner.Cleanable end;

        private Share() {}

        /**
         * Takes memory for another ring.
         *
         * @param wanted bytes, a power of two
         * @param before what is given must be more
         * @return bytes, a power of two; 0 if there is none
         */
        int grant(int wanted, int before) {
            synchronized (RingMemory.this) {
                int granted = (int) Math.min(wanted, Long.highestOneBit(Math.max(1, longest())));
                if (granted <= before || granted < Ring.FIRST || bytes == 0) {
                    return 0;
                }
                bytes += granted;
                taken += granted;
                return granted;
            }
        }

        /** A ring is there no more. */
        void giveBack(int ring) {
            synchronized (RingMemory.this) {
                if (bytes > 0) {
                    bytes -= ring;
                    taken -= ring;
                }
            }
        }

        private void giveAllBack() {
            synchronized (RingMemory.this) {
                taken -= bytes;
                bytes = 0;
                holders--;
            }
        }

        /** Gives it back. Again it does nothing. */
        void end() {
            end.clean();
        }
    }

    /** Returns how long a ring may be. */
    private long longest() {
        long left = all - taken;
        return taken < all / 2 ? Math.min(all / MOST_PART, left / 2) : left / LATER_PART;
    }

    /**
     * Takes memory for the first two rings, until the share ends or its owner isn't reachable any
     * more.
     *
     * @param owner who has the share, and nobody else
     * @throws VerbsException with ENOMEM if they don't fit
     */
    Share take(Object owner) {
        Share share = take();
        share.end = CLEANER.register(owner, share::giveAllBack);
        return share;
    }

    private synchronized Share take() {
        if (LEAST > all - taken) {
            throw new VerbsException(
                    Errno.ENOMEM,
                    ("there is no memory for another channel: %d have %d MiB of %d; close some, or"
                                    + " raise -Xmx")
                            .formatted(holders, taken / MEGA, all / MEGA));
        }
        taken += LEAST;
        holders++;
        return new Share();
    }

    /** It is asked from now on whether its rings rest. Twice does no harm. */
    void watch(Link link) {
        synchronized (watched) {
            if (watched.isEmpty()) {
                Thread.ofPlatform().daemon().name("urdma-channel-rings").start(this::look);
            }
            watched.add(new WeakReference<>(link));
        }
    }

    private void look() {
        while (true) {
            try {
                Thread.sleep(turn);
            } catch (InterruptedException _) {
                // nobody means it: it ends with the last of those that it watches
            }
            for (WeakReference<Link> each : copy()) {
                Link link = each.get();
                if (link == null || !link.onTurn()) {
                    synchronized (watched) {
                        watched.remove(each);
                        if (watched.isEmpty()) {
                            return;
                        }
                    }
                }
            }
        }
    }

    private List<WeakReference<Link>> copy() {
        synchronized (watched) {
            return List.copyOf(watched);
        }
    }

    synchronized long taken() {
        return taken;
    }
}
