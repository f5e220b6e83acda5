package org.urdma4j.tools.terminal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What a command does every so often while something runs on other threads. Belongs to the thread
 * that calls it.
 */
public final class Periodic {
    /** For a time that never comes. */
    public static final long NEVER = Long.MAX_VALUE;

    /** What is done. */
    @FunctionalInterface
    public interface Task {
        /**
         * Does it.
         *
         * @param seconds since the start
         */
        void run(double seconds) throws IOException, InterruptedException;
    }

    /** How it sleeps. */
    @FunctionalInterface
    interface Wait {
        /** Waits for at most so many nanoseconds, and returns whether it is all over. */
        boolean await(long ns) throws InterruptedException;
    }

    private final LongSupplier clock;
    private final Wait wait;
    private final long startNs;
    private final List<Job> jobs = new ArrayList<>();

    private static final class Job {
        final long everyNs;
        final Task task;
        long dueNs;

        Job(long everyNs, Task task) {
            this.everyNs = everyNs;
            this.task = task;
            this.dueNs = everyNs;
        }

        /** Leaves out what it is too late for. */
        void next(long pastNs) {
            dueNs += everyNs * (1 + (pastNs - dueNs) / everyNs);
        }
    }

    /**
     * Starts to count the time.
     *
     * @param clock nanoseconds
     * @param over reaches zero when it is told to end
     */
    public Periodic(LongSupplier clock, CountDownLatch over) {
        this(clock, ns -> over.await(ns, TimeUnit.NANOSECONDS));
    }

    Periodic(LongSupplier clock, Wait wait) {
        this.clock = clock;
        this.wait = wait;
        this.startNs = clock.getAsLong();
    }

    /**
     * Adds something to be done.
     *
     * @param everyNs at least 1, or {@link #NEVER}
     */
    public Periodic every(long everyNs, Task task) {
        if (everyNs != NEVER) {
            jobs.add(new Job(everyNs, task));
        }
        return this;
    }

    /**
     * Runs until it is told to end.
     *
     * @param timeNs ends it without being told, or {@link #NEVER}
     */
    public void run(long timeNs) throws IOException, InterruptedException {
        while (!wait.await(untilNs(timeNs) - pastNs()) && pastNs() < timeNs) {
            for (Job job : jobs) {
                if (job.dueNs <= pastNs() && job.dueNs < timeNs) {
                    job.task.run(seconds());
                    job.next(pastNs());
                }
            }
        }
    }

    private long untilNs(long timeNs) {
        return jobs.stream().mapToLong(job -> job.dueNs).reduce(timeNs, Math::min);
    }

    private long pastNs() {
        return clock.getAsLong() - startNs;
    }

    public double seconds() {
        return pastNs() / 1e9;
    }
}
