package org.urdma4j.transport.queue;

import org.urdma4j.verbs.RecvWr;

import java.util.Arrays;

/** A slot of the receive queue: where an arriving message goes. */
public final class ReceiveWqe extends Wqe {
    private final ScatterGather sges;
    private long wrId;
    private boolean taken;
    private boolean bound;

    /** Whether its place in a {@link PooledReceives} was asked for, not only one behind it. */
    boolean asked;

    ReceiveWqe(int maxSge) {
        sges = new ScatterGather(maxSge);
    }

    /** Returns the slots of a ring of {@code capacity} requests, rounded up to a power of two. */
    static ReceiveWqe[] array(int capacity, int maxSge) {
        ReceiveWqe[] wqes = new ReceiveWqe[Rings.powerOfTwo(capacity)];
        Arrays.setAll(wqes, i -> new ReceiveWqe(maxSge));
        return wqes;
    }

    void fill(RecvWr wr) {
        wrId = wr.wrId();
        taken = false;
        bound = false;
        asked = false;
        sges.clear();
        for (int i = 0; i < wr.numSge(); i++) {
            sges.add(wr.sgeAddr(i), wr.sgeLength(i), wr.sgeLkey(i));
        }
    }

    public long wrId() {
        return wrId;
    }

    /** Returns whether a message has been found to go here. */
    public boolean taken() {
        return taken;
    }

    /** A message is to go here, if the memory is usable. */
    public void take() {
        taken = true;
    }

    /** Returns whether a message has been found to go here, and its memory was usable. */
    public boolean bound() {
        return bound;
    }

    /** A message goes here. */
    public void bind() {
        bound = true;
    }

    public ScatterGather sges() {
        return sges;
    }
}
