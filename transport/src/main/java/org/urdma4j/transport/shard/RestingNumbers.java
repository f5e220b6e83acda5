package org.urdma4j.transport.shard;

import org.agrona.collections.IntArrayQueue;
import org.agrona.collections.IntHashSet;

/**
 * Numbers of queue pairs that have gone, which no other one takes for now: a peer refuses a number
 * whose connection it still keeps in time-wait, and packets may be under way to it. These are the
 * last that went, as many as a peer keeps of ended connections.
 */
final class RestingNumbers {
    /** A quarter of the entries that a connection manager keeps unless it is told otherwise. */
    static final int MOST = 1 << 14;

    private final IntHashSet resting = new IntHashSet();
    private final IntArrayQueue inOrder = new IntArrayQueue(-1);

    boolean contains(int qpn) {
        return resting.contains(qpn);
    }

    /** The queue pair has gone; the number that rests longest may be taken again. */
    void add(int qpn) {
        if (!resting.add(qpn)) {
            return; // one that was chosen, not drawn
        }
        inOrder.addInt(qpn);
        if (inOrder.size() > MOST) {
            resting.remove(inOrder.pollInt());
        }
    }
}
