package org.urdma4j.leafspine.event;

/** Something that happens at an instant, once for each time it is scheduled. */
public abstract class Event {
    static final int IDLE = -1;

    long atPs;
    long order;
    int place = IDLE;

    protected abstract void run();

    public final boolean isScheduled() {
        return place != IDLE;
    }

    final boolean isBefore(Event other) {
        return atPs < other.atPs || (atPs == other.atPs && order < other.order);
    }

    public static Event of(Runnable action) {
        return new Event() {
            @Override
            protected void run() {
                action.run();
            }
        };
    }
}
