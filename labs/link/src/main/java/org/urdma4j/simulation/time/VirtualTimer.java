package org.urdma4j.simulation.time;

/**
 * A timer of a {@link VirtualTime}, made by {@link VirtualTime#timer}. It runs its action once for
 * each time it is scheduled; the action may schedule it again. Neither scheduling nor running
 * allocates.
 */
public final class VirtualTimer {
    static final int IDLE = -1;

    private final VirtualTime time;
    private final Runnable action;
    private long atNs;
    private long sequence;
    private int index = IDLE;

    VirtualTimer(VirtualTime time, Runnable action) {
        this.time = time;
        this.action = action;
    }

    /**
     * Sets the timer, in place of what it was set to: it comes after whatever is already due at
     * that instant. A time that has passed means the present instant.
     */
    public void schedule(long dueNs) {
        cancel();
        time.add(this, dueNs);
    }

    /** Takes the timer off; nothing happens if it is not scheduled. */
    public void cancel() {
        if (isScheduled()) {
            time.remove(this);
        }
    }

    public boolean isScheduled() {
        return index != IDLE;
    }

    /** Returns when the timer is due, or was last due. */
    public long atNs() {
        return atNs;
    }

    void due(long dueNs, long order) {
        atNs = dueNs;
        sequence = order;
    }

    int index() {
        return index;
    }

    void index(int position) {
        index = position;
    }

    boolean isBefore(VirtualTimer other) {
        long apart = atNs - other.atNs;
        return apart < 0 || (apart == 0 && sequence < other.sequence);
    }

    void run() {
        action.run();
    }
}
