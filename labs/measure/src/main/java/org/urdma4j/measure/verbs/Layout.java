package org.urdma4j.measure.verbs;

import org.urdma4j.measure.spec.Load;
import org.urdma4j.measure.spec.Operation;
import org.urdma4j.measure.spec.RunSpec;

/**
 * Where messages lie in memory, the same on both ends. Each stream has a ring of slots of one
 * message each; message <i>n</i> goes to slot <i>n</i> modulo their number.
 *
 * <p>A run that is verified has twice as many slots as requests may be outstanding, and its
 * receiver posts one receive for each of these. Then a slot is not written again before it was
 * checked: the message that would is posted only after the one {@code depth} before it is complete,
 * which took a receive, which was posted when the one {@code depth} before that had been checked.
 * So has one to a group, whose receiver reads the beginning of each datagram.
 *
 * @param size bytes of a message
 * @param slots messages that have a place on each stream
 * @param streams how many
 * @param receives receives that a receiver keeps posted on each stream, 0 when none are consumed
 */
record Layout(long size, int slots, int streams, int receives) {
    /** What an end may use of memory, for each of its two regions. */
    static final long MOST_BYTES = 2L << 30;

    /** Enough to be in no cache, as a real transfer's data. */
    private static final long USUAL_BYTES = 128L << 20;

    private static final long MOST_REQUESTS = 1 << 20;

    static Layout of(RunSpec spec) {
        Load load = spec.load();
        if ((long) load.depth() * load.streams() > MOST_REQUESTS) {
            throw new IllegalArgumentException(
                    "--depth times --qps is %d requests, must be %d at most"
                            .formatted((long) load.depth() * load.streams(), MOST_REQUESTS));
        }
        long perStream = Math.max(1, USUAL_BYTES / load.size() / load.streams());
        int slots =
                load.verify() || spec.toGroup()
                        ? 2 * load.depth()
                        : (int) Math.min(load.depth(), perStream);
        Layout layout = new Layout(load.size(), slots, load.streams(), receives(spec));
        if (layout.bytes() > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "the run needs %d MiB of memory on each side, %d are allowed: use a smaller --size%s"
                            .formatted(
                                    layout.bytes() >> 20,
                                    MOST_BYTES >> 20,
                                    load.verify() ? ", --depth or --qps" : " or --qps"));
        }
        return layout;
    }

    private static int receives(RunSpec spec) {
        if (!carriesNotice(spec)) {
            return 0;
        }
        return spec.load().verify() ? spec.load().depth() : 2 * spec.load().depth();
    }

    /** Returns whether the receiver learns of each message by a completion of its own. */
    static boolean carriesNotice(RunSpec spec) {
        return spec.operation().consumesReceive()
                || (spec.operation() == Operation.WRITE && spec.load().verify());
    }

    /** Returns the bytes of a region that holds all slots of all streams. */
    long bytes() {
        return size * slots * streams;
    }

    /** Returns where message {@code n} of a stream begins. */
    long offset(int stream, long n) {
        return ((long) stream * slots + n % slots) * size;
    }
}
