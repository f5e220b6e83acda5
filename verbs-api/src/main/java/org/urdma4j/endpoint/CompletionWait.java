package org.urdma4j.endpoint;

import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WorkCompletion;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Waits for completions of several queues with one channel. An event wakes one thread only, and not
 * always the one that it concerns: so one thread at a time waits for events, and tells the others
 * when it has had one. Any thread may call.
 */
final class CompletionWait {
    /** How often one who waits looks whether there is still something to wait for. */
    private static final Duration LOOK = Duration.ofMillis(100);

    private final CompletionChannel channel;
    private final Duration patience;
    private final BooleanSupplier failed;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition looked = lock.newCondition();

    /** Whether a thread waits for events; guarded by {@link #lock}. */
    private boolean led;

    /**
     * @param failed whether nothing more can come than what has been flushed by then
     */
    CompletionWait(CompletionChannel channel, Duration patience, BooleanSupplier failed) {
        this.channel = channel;
        this.patience = patience;
        this.failed = failed;
    }

    /**
     * Returns what has completed first.
     *
     * @param other null for one queue alone
     * @throws VerbsException as {@link PassiveEndpoint#awaitSend}
     */
    WorkCompletion await(CompletionQueue queue, CompletionQueue other) throws InterruptedException {
        WaitClock clock = new WaitClock(patience);
        WorkCompletion[] one = WorkCompletion.array(1);
        boolean ended = false;
        lock.lockInterruptibly();
        try {
            while (!poll(queue, other, one)) {
                arm(queue, other);
                if (poll(queue, other, one)) {
                    break;
                }
                if (ended) {
                    throw ended(); // what was posted has been flushed before the last look
                } else if (clock.leftNs() <= 0) {
                    throw new VerbsException(Errno.ETIMEDOUT, "nothing completed for " + patience);
                }
                boolean over = failed.getAsBoolean();
                Duration most = clock.left(LOOK);
                boolean told =
                        led ? looked.await(most.toNanos(), TimeUnit.NANOSECONDS) : lead(most);
                ended = over && !told;
            }
            return succeeded(one[0]);
        } finally {
            lock.unlock();
        }
    }

    private static boolean poll(
            CompletionQueue queue, CompletionQueue other, WorkCompletion[] one) {
        return queue.poll(one) == 1 || (other != null && other.poll(one) == 1);
    }

    private static void arm(CompletionQueue queue, CompletionQueue other) {
        queue.reqNotify(false);
        if (other != null) {
            other.reqNotify(false);
        }
    }

    /** Waits for an event for all, and returns whether there was one. */
    private boolean lead(Duration most) throws InterruptedException {
        led = true;
        lock.unlock();
        try {
            return channel.getCqEvent(most) != null;
        } finally {
            lock.lock();
            led = false;
            looked.signalAll(); // it may be theirs, and one of them goes on waiting for events
        }
    }

    private static VerbsException ended() {
        return new VerbsException(Errno.ECONNRESET, "the connection has ended");
    }

    private static WorkCompletion succeeded(WorkCompletion completion) {
        return switch (completion.status()) {
            case SUCCESS -> completion;
            case WR_FLUSH_ERR -> throw ended();
            default ->
                    throw new VerbsException(
                            Errno.EIO,
                            "request %d failed: %s, %s"
                                    .formatted(
                                            completion.wrId(),
                                            completion.status(),
                                            completion.status().description()));
        };
    }
}
