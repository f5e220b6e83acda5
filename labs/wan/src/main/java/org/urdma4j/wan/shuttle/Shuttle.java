package org.urdma4j.wan.shuttle;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The loop that carries both directions, on the thread that calls {@link #run}. While packets are
 * due soon it spins; when the next is further away it sleeps until shortly before.
 */
public final class Shuttle implements Runnable {
    /** Longest sleep, so that stopping and snapshots are noticed. */
    private static final long NAP_NS = 20_000_000;

    private final Direction there;
    private final Direction back;
    private final LongSupplier clock;
    private final Sleeper sleeper;
    private final long spinNs;
    private final Queue<Runnable> questions = new ConcurrentLinkedQueue<>();
    private volatile boolean stopped;

    /**
     * @param spinNs waits shorter than this are spun; how late a sleep may end, at least
     */
    public Shuttle(
            Direction there, Direction back, LongSupplier clock, Sleeper sleeper, long spinNs) {
        this.there = there;
        this.back = back;
        this.clock = clock;
        this.sleeper = sleeper;
        this.spinNs = spinNs;
    }

    @Override
    public void run() {
        woke();
        while (!stopped) {
            turn();
        }
        answer();
    }

    /** Does what is to be done now, then waits for a while if that was nothing. */
    void turn() {
        long dueNs = nextNs();
        boolean busy = there.take(dueNs);
        busy |= back.take(dueNs);
        long nowNs = clock.getAsLong();
        busy |= there.give(nowNs);
        busy |= back.give(nowNs);
        if (!busy) {
            pause();
        }
        if (!questions.isEmpty()) {
            answer();
        }
    }

    private long nextNs() {
        return Math.min(there.nextNs(), back.nextNs());
    }

    private void pause() {
        long nextNs = nextNs();
        long waitNs = nextNs == Direction.NEVER ? NAP_NS : nextNs - clock.getAsLong() - spinNs;
        if (waitNs <= 0) {
            Thread.onSpinWait();
            return;
        }
        sleeper.sleep(Math.min(NAP_NS, waitNs));
        woke();
    }

    /** Says that what is read next came no earlier than just now. */
    private void woke() {
        long nowNs = clock.getAsLong();
        there.woke(nowNs);
        back.woke(nowNs);
    }

    /** Ends {@link #run} soon; from any thread. */
    public void stop() {
        stopped = true;
    }

    /** Asks for what was done so far; from any thread, answered by the one that runs. */
    public CompletableFuture<ShuttleReport> report() {
        return ask(this::reportNow);
    }

    /** Has a question answered by the thread that runs; from any thread. */
    public <T> CompletableFuture<T> ask(Supplier<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        questions.add(() -> answer.complete(question.get()));
        return answer;
    }

    /** Returns what was done; on the thread that runs, or after it has ended. */
    public ShuttleReport reportNow() {
        return new ShuttleReport(there.report(), back.report());
    }

    private void answer() {
        for (Runnable next = questions.poll(); next != null; next = questions.poll()) {
            next.run();
        }
    }
}
