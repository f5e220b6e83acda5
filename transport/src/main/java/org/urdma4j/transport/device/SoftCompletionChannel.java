package org.urdma4j.transport.device;

import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Predicate;

/** Where completion queues report that they are no longer empty. */
final class SoftCompletionChannel extends Resource implements CompletionChannel {
    private final SoftContext context;
    private final EventQueue<CompletionQueue> events = new EventQueue<>();
    private volatile Predicate<CompletionQueue> program = _ -> false;

    SoftCompletionChannel(SoftContext context) {
        super(context);
        this.context = context;
    }

    @Override
    public SoftContext context() {
        return context;
    }

    /** Called by the event loop. */
    void signal(SoftCompletionQueue queue) {
        if (!isSeenTo(queue)) {
            events.add(queue, queue);
        }
    }

    /** Whatever the program does, the event loop goes on. */
    private boolean isSeenTo(CompletionQueue queue) {
        try {
            return program.test(queue);
        } catch (RuntimeException | Error _) {
            return false; // so that somebody else hears of the queue
        }
    }

    @Override
    public void onCqEvent(Predicate<CompletionQueue> other) {
        program = Objects.requireNonNull(other, "program");
    }

    void forget(CompletionQueue queue) {
        events.remove(queue);
    }

    @Override
    public CompletionQueue getCqEvent(Duration timeout) throws InterruptedException {
        checkOpen();
        return events.await(timeout, this);
    }

    @Override
    String describe() {
        return "CompletionChannel";
    }

    @Override
    void release() {
        events.close();
    }
}
