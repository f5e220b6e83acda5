package org.urdma4j.transport.queue;

/**
 * Where a queue pair gets its receives from, in order: a queue of its own, or one that it shares.
 * Positions count the receives that this queue pair took. Confined to the event loop.
 */
public interface ReceiveSource {
    /** Returns the oldest position whose receive is not given back. */
    long head();

    /** Returns the receive at {@link #head}, or null when there is none. */
    default ReceiveWqe peek() {
        return at(head());
    }

    /**
     * Returns the receive at {@code position}, which is not below {@link #head}, or null if there
     * is none for it yet.
     */
    ReceiveWqe at(long position);

    /** Returns the receive at {@link #head} if it is this queue pair's alone, otherwise null. */
    ReceiveWqe held();

    /** Gives the oldest receive's slot back. */
    void free();

    /** Gives the oldest receive's slot back when its completion, which follows, is polled. */
    default void freeWhenPolled() {
        free();
    }

    /** Returns who knows which slots are free, null where each is free at once. */
    default Slots slots() {
        return null;
    }

    /** Returns how many receives wait that are this queue pair's alone. */
    int available();

    /**
     * Returns whether there is a receive beyond those that this queue pair holds. If not, a queue
     * pair with a shared queue is told when one is posted.
     */
    boolean anyLeft();

    /**
     * Says whether the event loop is to hear of receives that are posted from now on. Who wants
     * that looks after it whether there are some: what was posted before isn't told. A shared queue
     * knows by itself, from {@link #at} and {@link #anyLeft}.
     */
    default void want(boolean posts) {}

    /**
     * As {@link #at}; where there is none, the event loop is to hear of the next that is posted.
     */
    default ReceiveWqe atOrWant(long position) {
        ReceiveWqe wqe = at(position);
        if (wqe == null) {
            want(true);
            wqe = at(position);
        }
        return wqe;
    }

    /**
     * Returns the identity of the protection domain of the receives' memory: that of the queue
     * pair, {@code own}, unless they are shared.
     */
    int domain(int own);

    /** Returns whether other queue pairs take receives from the same queue. */
    boolean shared();
}
