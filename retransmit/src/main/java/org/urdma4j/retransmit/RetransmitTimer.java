package org.urdma4j.retransmit;

/** One deadline that can be set, put off and cancelled. A duration of 0 means: never expires. */
public final class RetransmitTimer {
    /** The deadline of a timer that does not run. */
    public static final long NEVER = Long.MAX_VALUE;

    private boolean running;
    private long deadlineNs;

    /** Starts anew, to expire {@code durationNs} after {@code nowNs}; 0 stops it. */
    public void start(long nowNs, long durationNs) {
        running = durationNs > 0;
        deadlineNs = nowNs + durationNs;
    }

    /** Stops; {@link #expired} is false until it is started again. */
    public void stop() {
        running = false;
    }

    /** Returns whether it has been started and not stopped. */
    public boolean running() {
        return running;
    }

    /** Returns whether it runs and its time has come. */
    public boolean expired(long nowNs) {
        return running && nowNs - deadlineNs >= 0;
    }

    /** Returns the deadline, {@link #NEVER} when it does not run. */
    public long deadlineNs() {
        return running ? deadlineNs : NEVER;
    }
}
