package org.urdma4j.transport.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A ring whose slots are made when they are first posted to, so that a queue that rests is small.
 */
public abstract class LazyRing<W extends Wqe> extends WorkRing<W> {
    private static final VarHandle WQES = MethodHandles.arrayElementVarHandle(Wqe[].class);

    private final Wqe[] wqes;

    LazyRing(int capacity) {
        super(capacity);
        wqes = new Wqe[Rings.powerOfTwo(capacity)];
    }

    /** Returns a new slot, number {@code index} of {@link #slotCount}. */
    abstract W make(int index);

    final int slotCount() {
        return wqes.length;
    }

    @Override
    @SuppressWarnings("unchecked") // only what make() returns is put there
    final W slot(long position) {
        return (W) WQES.getAcquire(wqes, (int) position & (wqes.length - 1));
    }

    @Override
    @SuppressWarnings("unchecked")
    public final W at(long position) {
        Wqe slot = (Wqe) WQES.getAcquire(wqes, (int) position & (wqes.length - 1));
        return slot != null && (long) SEQUENCE.getAcquire(slot) == position + 1 ? (W) slot : null;
    }

    /** Returns the slot of a position that this thread has claimed. */
    final W claimed(long position) {
        W slot = slot(position);
        if (slot == null) {
            int index = (int) position & (wqes.length - 1);
            slot = make(index);
            WQES.setRelease(wqes, index, slot);
        }
        return slot;
    }
}
