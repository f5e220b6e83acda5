package org.urdma4j.transport.seal;

/**
 * The generations of keys that are alive: the one in use, the one before it, and the one to come.
 * One follows the other without a pause: what the peer may use already is opened, and for a while
 * what was on its way under the one before. Confined to the event loop.
 */
final class Generations implements AutoCloseable {
    /** How long one is kept once the next is in use. */
    static final long GRACE_NS = 10_000_000_000L;

    private Generation before;
    private Generation current;
    private Generation next;

    /** What comes under a generation is opened from now on. One that was to come is forgotten. */
    void add(Generation added) {
        close(next);
        next = added;
    }

    /** A generation is to be used, if it is the one to come. */
    void use(int number, long nowNs) {
        if (next == null || next.number != number) {
            return;
        }
        close(before);
        before = current;
        if (before != null) {
            before.endAt(nowNs + GRACE_NS);
        }
        current = next;
        next = null;
    }

    /** One that was in use before is forgotten. */
    void forget(int number) {
        if (is(before, number)) {
            before.close();
            before = null;
        }
    }

    /** Returns the one in use, null before the first. */
    Generation current() {
        return current;
    }

    /** Returns the one of a number, null if it isn't alive. */
    Generation find(int number, long nowNs) {
        if (is(current, number)) {
            return current;
        }
        if (is(next, number)) {
            return next;
        }
        return is(before, number) && !before.isOver(nowNs) ? before : null;
    }

    private static boolean is(Generation generation, int number) {
        return generation != null && generation.number == number;
    }

    private static void close(Generation generation) {
        if (generation != null) {
            generation.close();
        }
    }

    @Override
    public void close() {
        close(before);
        close(current);
        close(next);
        before = null;
        current = null;
        next = null;
    }
}
