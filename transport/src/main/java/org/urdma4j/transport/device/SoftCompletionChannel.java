package org.urdma4j.transport.device;

import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;

import java.time.Duration;

/** Where completion queues report that they are no longer empty. */
final class SoftCompletionChannel extends Resource implements CompletionChannel {
    private final SoftContext context;
    private final EventQueue<CompletionQueue> events = new EventQueue<>();

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
        events.add(queue, queue);
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
