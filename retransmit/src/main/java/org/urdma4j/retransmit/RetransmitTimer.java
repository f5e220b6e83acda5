package org.urdma4j.retransmit;

/** One deadline that can be set, put off and cancelled. A duration of 0 means: never expires. */
public final class RetransmitTimer {
    /** The deadline of a timer that does not run. */
    public static final long NEVER = Long.MAX_VALUE;

    private boolean running;
    private long startNs;
    private long durationNs;

    /** Starts anew, to expire {@code duration} ns after {@code nowNs}; 0 stops it. */
    public void start(long nowNs, long duration) {
        running = duration > 0;
        startNs = nowNs;
        durationNs = duration;
    }

    /**
     * Returns the moment that takes the place of another where the time from {@code fromNs} to
     * {@code nowNs} doesn't count: as much later as it ran in that time.
     */
    public static long standStill(long momentNs, long fromNs, long nowNs) {
        return nowNs - Math.max(0, fromNs - momentNs);
    }

    /** Has the time from {@code fromNs} to {@code nowNs} not count. */
    public void standStill(long fromNs, long nowNs) {
        startNs = standStill(startNs, fromNs, nowNs);
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
        return running && nowNs - startNs >= durationNs;
    }

    /** Returns the deadline, {@link #NEVER} when it does not run. */
    public long deadlineNs() {
        return running ? startNs + durationNs : NEVER;
    }
}
