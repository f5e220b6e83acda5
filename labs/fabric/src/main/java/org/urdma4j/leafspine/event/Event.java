package org.urdma4j.leafspine.event;

/** Something that happens at an instant, once for each time it is scheduled. */
public abstract class Event {
    static final int IDLE = -1;

    long atPs;
    long order;
    int place = IDLE;

    /** Does it. */
    protected abstract void run();

    /** Returns whether it is still to happen. */
    public final boolean isScheduled() {
        return place != IDLE;
    }

    final boolean isBefore(Event other) {
        return atPs < other.atPs || (atPs == other.atPs && order < other.order);
    }

    /** Makes an event of what it does. */
    public static Event of(Runnable action) {
        return new Event() {
            @Override
            protected void run() {
                action.run();
            }
        };
    }
}
