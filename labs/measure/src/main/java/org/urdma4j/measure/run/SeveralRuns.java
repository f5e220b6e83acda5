package org.urdma4j.measure.run;

import org.urdma4j.measure.control.ControlException;
import org.urdma4j.measure.spec.RunSpec;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntFunction;

/**
 * Runs with several servers at once, that of each on a thread of its own. All begin when the last
 * of them can; where one can't, none does, and where one breaks off, the others are ended.
 */
public final class SeveralRuns {
    /**
     * One of them.
     *
     * @param server its name, for people
     */
    public record Part(String server, BenchClient client, RunSpec spec) {}

    /** Another run could not begin. */
    private static final class NotBegun extends RuntimeException {
        private static final long serialVersionUID = 1;

        NotBegun() {
            super(null, null, false, false);
        }
    }

    private final List<Part> parts;
    private final CountDownLatch ready;
    private final RunRecord[] records;
    private RuntimeException thrown;
    private String failure;
    private boolean interrupted;
    private boolean begun;

    /** Nothing runs yet. */
    public SeveralRuns(List<Part> parts) {
        this.parts = List.copyOf(parts);
        ready = new CountDownLatch(parts.size());
        records = new RunRecord[parts.size()];
    }

    /**
     * Runs once; only the first call does.
     *
     * @param listeners of each part by its index; called by several threads
     * @return what was measured, in their order
     * @throws IOException if they can't begin; the message is a line for people
     * @throws InterruptedException if they were interrupted before they began
     */
    public List<RunRecord> run(IntFunction<RunListener> listeners)
            throws IOException, InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            int index = i;
            threads.add(
                    Thread.ofPlatform()
                            .daemon()
                            .name("bench-" + parts.get(i).server())
                            .start(() -> run(index, listeners.apply(index))));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        synchronized (this) {
            if (thrown != null) {
                throw thrown;
            }
            if (!begun && interrupted) {
                throw new InterruptedException(failure);
            }
            List<RunRecord> all = Arrays.stream(records).filter(Objects::nonNull).toList();
            if (all.size() < parts.size()) {
                throw new ControlException(failure);
            }
            return all;
        }
    }

    /** Returns what broke first, in one line, or null. */
    public synchronized String failure() {
        return failure;
    }

    /** As {@link BenchClient#interrupt}, of all. */
    public void interrupt(String why) {
        synchronized (this) {
            interrupted = true;
        }
        giveUp(why, why);
    }

    private void run(int index, RunListener listener) {
        Part part = parts.get(index);
        try {
            RunRecord record = part.client().run(part.spec(), new Together(listener));
            records[index] = record;
            if (record.failure() != null) {
                fail(part, record.failure());
            }
        } catch (NotBegun _) {
            // whoever failed has said why
        } catch (IOException | InterruptedException e) {
            fail(part, e.getMessage());
        } catch (RuntimeException e) {
            synchronized (this) {
                thrown = e;
            }
            fail(part, e.toString());
        }
    }

    private void fail(Part part, String why) {
        String what = part.server() + ": " + why;
        giveUp(what, "ended with that of " + what);
    }

    private void giveUp(String what, String others) {
        synchronized (this) {
            if (failure != null) {
                return;
            }
            failure = what;
        }
        parts.forEach(part -> part.client().interrupt(others));
        while (ready.getCount() > 0) {
            ready.countDown();
        }
    }

    private synchronized boolean begin() {
        begun |= failure == null;
        return begun;
    }

    /** Begins when all others can. */
    private final class Together implements RunListener {
        private final RunListener listener;

        Together(RunListener listener) {
            this.listener = listener;
        }

        @Override
        public void onStart(RunHead head) {
            ready.countDown();
            try {
                ready.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts a run that may begin", e);
            }
            if (!begin()) {
                throw new NotBegun();
            }
            listener.onStart(head);
        }

        @Override
        public void onInterval(RunRecord record, int index) {
            listener.onInterval(record, index);
        }

        @Override
        public void onEnd(RunRecord record) {
            listener.onEnd(record);
        }
    }
}
