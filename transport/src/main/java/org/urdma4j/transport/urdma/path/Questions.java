package org.urdma4j.transport.urdma.path;

/**
 * Which rail takes a question to the peer. One that repeats another, with nothing heard in between,
 * takes the next rail that has ever worked: the one before may have failed, there or back, and of
 * an idle rail nothing else tells.
 */
final class Questions {
    private final PathTable table;
    private Rail last;
    private boolean open;

    Questions(PathTable table) {
        this.table = table;
    }

    void start() {
        last = null;
        open = false;
    }

    /** The peer has been heard. */
    void onHeard() {
        open = false;
    }

    /** Returns whether the next one repeats another. */
    boolean repeats() {
        return open && last != null;
    }

    /**
     * Returns the rail for one that leaves now.
     *
     * @param best which takes it if it repeats none
     */
    Rail next(Rail best) {
        Rail next = repeats() ? table.workedAfter(last, last) : best;
        last = next == null ? best : next;
        open = true;
        return last;
    }
}
