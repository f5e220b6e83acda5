package org.urdma4j.tools.copy;

import org.urdma4j.copy.client.Tally;
import org.urdma4j.copy.rate.RateLimit;
import org.urdma4j.copy.schedule.Pace;
import org.urdma4j.copy.schedule.PathHistory;
import org.urdma4j.transport.port.SystemClock;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What a copy does from one wait to the next: a thread beside it gives it its rate, keeps what the
 * path had, and interrupts it when its window ends.
 */
final class Turn implements AutoCloseable {
    /** Shorter times say little of a path. */
    private static final long LEAST_NS = 10_000_000_000L;

    /** From here on it is the limit that holds it, not the path. */
    private static final double NEAR = 0.8;

    private static final double NS_PER_S = 1e9;

    private final Schedule schedule;
    private final RateLimit rate;
    private final Consumer<String> told;
    private final Thread copies = Thread.currentThread();
    private final CountDownLatch over = new CountDownLatch(1);
    private final PathHistory history;
    private Tally tally; // null before it begins
    private long bytes;
    private long readNs;
    private long readBytes;
    private boolean late;
    private boolean ended;
    private boolean kept;

    /**
     * This thread copies.
     *
     * @param told what a user should know
     */
    Turn(Schedule schedule, RateLimit rate, Consumer<String> told) {
        this.schedule = schedule;
        this.rate = rate;
        this.told = told;
        history = known(schedule.host());
        schedule.apply(null, rate);
        Thread.ofPlatform().daemon().name("copy-schedule").start(this::watch);
    }

    /** A copy doesn't fail for want of it. */
    private static PathHistory known(String host) {
        try {
            return HistoryFile.read(host);
        } catch (IOException _) {
            return new PathHistory();
        }
    }

    /** Data begin to move. */
    synchronized void begins(Tally counts) {
        tally = counts;
        readNs = SystemClock.nowNs();
    }

    /** Returns what each of some connections begins at, in bit/s; 0 to find out. */
    long referenceOf(int connections) {
        return schedule.referenceOf(connections);
    }

    /** Returns whether it must know how much there is to do. */
    boolean isPlanned() {
        return schedule.hasDeadline();
    }

    /** So many are to move, if there is a deadline. */
    synchronized void plan(long wanted) {
        bytes = wanted;
        readNs = SystemClock.nowNs();
        Pace pace = pace(Instant.now());
        if (pace != null && pace.bitsPerSecond() > 0) {
            told.accept(schedule.told(pace, wanted));
        }
    }

    private Pace pace(Instant now) {
        if (bytes == 0) {
            return null;
        }
        long left = bytes - tally.movedBytes();
        if (left <= 0) { // what has grown since, or is sent again, no plan knows
            schedule.apply(null, rate);
            return null;
        }
        Pace pace = schedule.pace(left, now, history);
        schedule.apply(pace, rate);
        if (pace != null && schedule.isLate(pace) && !late) {
            late = true;
            told.accept(schedule.told(pace, left));
        }
        return pace;
    }

    private void watch() {
        try {
            Instant now = Instant.now();
            while (!over.await(sleepMs(now), TimeUnit.MILLISECONDS)) {
                now = Instant.now();
                if (!step(now)) {
                    return;
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private long sleepMs(Instant now) {
        Instant closes = schedule.closes(now);
        return closes.isBefore(now.plus(schedule.again()))
                ? Duration.between(now, closes).toMillis() + 1
                : schedule.again().toMillis();
    }

    private boolean step(Instant now) throws InterruptedException {
        boolean goesOn = schedule.isOpen(now) && schedule.ask(told);
        synchronized (this) {
            if (over.getCount() == 0) {
                return false;
            }
            if (!goesOn) {
                ended = true;
                copies.interrupt();
                return false;
            }
            schedule.apply(null, rate);
            if (tally != null) {
                read(now);
                var _ = pace(now);
            }
            return true;
        }
    }

    private void read(Instant now) {
        long nowNs = SystemClock.nowNs();
        long ns = nowNs - readNs;
        if (ns >= LEAST_NS) {
            long moved = tally.movedBytes();
            double bps = (moved - readBytes) * (double) Byte.SIZE / ns * NS_PER_S;
            long limit = rate.bitsPerSecond();
            if (moved > readBytes) { // otherwise it looks for what there is to do
                history.record(now, (long) bps, limit > 0 && bps > NEAR * limit);
                kept = true;
            }
            readBytes = moved;
            readNs = nowNs;
        }
    }

    /** Returns whether the schedule has ended it. */
    synchronized boolean hasEnded() {
        return ended;
    }

    @Override
    public void close() {
        synchronized (this) {
            over.countDown();
            if (tally != null && tally.movedBytes() > readBytes) {
                read(Instant.now());
            }
            if (ended) {
                var _ = Thread.interrupted();
            }
        }
        if (kept) {
            try {
                HistoryFile.write(schedule.host(), history);
            } catch (IOException _) {
                // as at a read-only home: the next one learns again
            }
        }
    }
}
