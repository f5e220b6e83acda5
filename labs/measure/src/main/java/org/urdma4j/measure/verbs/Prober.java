package org.urdma4j.measure.verbs;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.urdma4j.measure.spec.Load;
import org.urdma4j.measure.traffic.Responsiveness;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Times small READs on a queue pair of their own, one at a time, each from when it is posted to
 * when its thread has been woken by the completion: first on the idle path, then beside the
 * traffic. One thread at a time.
 */
final class Prober implements Runnable {
    private static final long MOST_NS = 3_600_000_000_000L;
    private static final int DIGITS = 3;
    private static final long INTERVAL_NS = 50_000_000;
    private static final double NS_PER_MINUTE = 60e9;

    /** In which both ends load and compile what a READ takes. */
    private static final long WARM_NS = 200_000_000;

    private static final long IDLE_NS = 1_000_000_000;
    private static final Duration NAP = Duration.ofMillis(20);

    private final Histogram idle = new Histogram(MOST_NS, DIGITS);
    private final Histogram loaded = new Histogram(MOST_NS, DIGITS);
    private final long omitNs;
    private final Stream stream;
    private final CompletionQueue completions;
    private final WorkFailure words;
    private final Failure failure;
    private final SendWr request;
    private final WorkCompletion[] polled = {new WorkCompletion()};
    private volatile boolean stopped;
    private boolean broken;

    Prober(Load load, VerbsDevice device, VerbsOffer remote, WorkFailure words, Failure failure) {
        omitNs = load.omitNs();
        stream = device.all().getLast();
        completions = device.probeCompletions();
        this.words = words;
        this.failure = failure;
        long bytes = Math.min(EndMemory.PROBE, remote.source().bytes());
        request =
                new SendWr()
                        .opcode(WrOpcode.RDMA_READ)
                        .sendFlags(SendFlags.SIGNALED)
                        .rdma(remote.source().addr(), remote.source().rkey())
                        .addSge(device.memory().probe(), 0, bytes);
    }

    /** Times round trips of the idle path; the caller waits. */
    void idle() throws InterruptedException {
        long startNs = SystemClock.nowNs();
        while (SystemClock.nowNs() - startNs < WARM_NS && ready()) {
            var _ = time();
        }
        probe(idle, 0, SystemClock.nowNs() + IDLE_NS);
    }

    @Override
    public void run() {
        try {
            probe(loaded, omitNs, Long.MAX_VALUE);
        } catch (IllegalStateException e) {
            if (!stopped) { // otherwise the device was closed under it, as it is meant to be
                failure.set(e.getMessage());
            }
        } catch (InterruptedException _) {
            // the end is being closed
        }
    }

    private void probe(Histogram times, long afterNs, long untilNs) throws InterruptedException {
        long countedNs = SystemClock.nowNs() + afterNs;
        long nowNs = SystemClock.nowNs();
        while (ready() && nowNs < untilNs) {
            long tookNs = time();
            if (tookNs >= 0 && nowNs >= countedNs) {
                times.recordValue(Math.min(tookNs, MOST_NS));
            }
            LockSupport.parkNanos(INTERVAL_NS - Math.max(0, tookNs));
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while round trips were timed");
            }
            nowNs = SystemClock.nowNs();
        }
    }

    private boolean ready() {
        return !stopped && !broken;
    }

    /** Returns how long a READ took, in nanoseconds; -1 if it did not end. */
    private long time() throws InterruptedException {
        long postedNs = SystemClock.nowNs();
        PostStatus status = stream.pair.postSend(request);
        if (status != PostStatus.OK) {
            broken = true;
            failure.set("a READ that is to be timed can't be posted: " + status);
            return -1;
        }
        while (ready()) {
            if (completions.poll(polled) > 0) {
                return complete() ? SystemClock.nowNs() - postedNs : -1;
            }
            completions.reqNotify(false);
            if (completions.poll(polled) > 0) {
                return complete() ? SystemClock.nowNs() - postedNs : -1;
            }
            var _ = completions.channel().getCqEvent(NAP);
        }
        return -1;
    }

    private boolean complete() {
        WcStatus status = polled[0].status();
        if (status != WcStatus.SUCCESS) {
            broken = true;
            if (status != WcStatus.WR_FLUSH_ERR) {
                failure.set(words.describe(status, stream));
            }
        }
        return !broken;
    }

    void stop() {
        stopped = true;
    }

    /** Returns what was timed once the thread has ended; nothing if it came to neither or one. */
    Optional<Responsiveness> result() {
        return idle.getTotalCount() == 0 || loaded.getTotalCount() == 0
                ? Optional.empty()
                : Optional.of(
                        new Responsiveness(
                                Latencies.summary(idle),
                                Latencies.summary(loaded),
                                NS_PER_MINUTE / trimmedMean(idle),
                                NS_PER_MINUTE / trimmedMean(loaded)));
    }

    /**
     * Returns the mean of the shortest 95 %, rounded up to whole values: the single-sided trimmed
     * mean at the 95th percentile of draft-ietf-ippm-responsiveness.
     */
    static double trimmedMean(Histogram times) {
        long kept = (times.getTotalCount() * 95 + 99) / 100;
        long left = kept;
        double sum = 0;
        for (HistogramIterationValue value : times.recordedValues()) {
            long here = Math.min(left, value.getCountAtValueIteratedTo());
            sum += (double) here * times.medianEquivalentValue(value.getValueIteratedTo());
            left -= here;
        }
        return sum / kept;
    }
}
