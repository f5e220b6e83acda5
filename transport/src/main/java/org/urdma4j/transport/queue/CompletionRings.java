package org.urdma4j.transport.queue;

import org.urdma4j.verbs.WorkCompletion;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A {@link CompletionRing} that can be exchanged for a larger or smaller one: the event loop fills
 * the newest, takers empty the older one first. Nothing is moved, and nobody waits. It begins with
 * a small one, and gets larger ones as more completions wait, so that a queue that rests is small.
 */
public final class CompletionRings {
    private static final int FIRST = 16;
    private static final int GROWTH = 4;
    private static final VarHandle OLDEST;

    static {
        try {
            var lookup = MethodHandles.lookup();
            OLDEST = lookup.findVarHandle(CompletionRings.class, "oldest", Link.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** A ring, and the one that is filled after it. */
    private static final class Link {
        final CompletionRing ring;
        volatile Link next;

        Link(CompletionRing ring) {
            this.ring = ring;
        }
    }

    /** The oldest that may hold completions. */
    @SuppressWarnings("FieldMayBeFinal") // through the VarHandle
    private volatile Link oldest;

    /** The one that is filled. Written by the event loop. */
    private volatile Link newest;

    private volatile int capacity;

    /** Creates an empty ring of {@code capacity} completions. */
    public CompletionRings(int capacity) {
        this.capacity = capacity;
        newest = link(capacity, FIRST);
        oldest = newest;
    }

    /** Returns the ring to add to, null when there is no room. Event loop. */
    public CompletionRing toFill() {
        Link fill = newest;
        int holds = fill.ring.capacity();
        if (holds < capacity && fill.ring.isFull()) {
            fill = link(capacity, GROWTH * holds);
            newest.next = fill;
            newest = fill;
        }
        boolean alone = oldest == fill;
        return alone || size() < capacity ? fill.ring : null;
    }

    /**
     * Takes completions of the same work queue, the oldest first. Any thread.
     *
     * @return how many; 0 only when there are none, or no room
     */
    public int take(WorkCompletion[] out, int from, int to) {
        while (from < to) {
            Link link = oldest;
            Link next = link.next; // read first: nothing is added to a ring that has a next
            int taken = link.ring.take(out, from, to);
            if (taken > 0) {
                return taken;
            }
            if (next != null) {
                OLDEST.compareAndSet(this, link, next);
            } else if (link.next == null) { // still the one that was filled when it was empty
                return 0;
            }
        }
        return 0;
    }

    /** Returns how many completions wait. */
    public int size() {
        int size = 0;
        for (Link link = oldest; link != null; link = link.next) {
            size += link.ring.size();
        }
        return size;
    }

    /** Returns how many completions it holds at most. */
    public int capacity() {
        return capacity;
    }

    /**
     * Changes how many completions it holds. Event loop.
     *
     * @return false when more than that wait; nothing is changed then
     */
    public boolean resize(int wanted) {
        if (size() > wanted) {
            return false;
        }
        Link link = link(wanted, FIRST);
        newest.next = link;
        newest = link;
        capacity = wanted;
        return true;
    }

    private static Link link(int most, int wanted) {
        return new Link(new CompletionRing(Math.min(most, wanted)));
    }
}
