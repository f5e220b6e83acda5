package org.urdma4j.transport.device;

import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Where completion queues report that they are no longer empty. */
final class SoftCompletionChannel extends Resource implements CompletionChannel {
    private final SoftContext context;
    private final BlockingQueue<CompletionQueue> events = new LinkedBlockingQueue<>();

    SoftCompletionChannel(SoftContext context) {
        super(context);
        this.context = context;
    }

    @Override
    public SoftContext context() {
        return context;
    }

    /** Called by the event loop. */
    void signal(CompletionQueue queue) {
        events.add(queue);
    }

    void forget(CompletionQueue queue) {
        while (events.remove(queue)) {
            // it may have been signaled several times
        }
    }

    @Override
    public CompletionQueue getCqEvent(Duration timeout) throws InterruptedException {
        checkOpen();
        return events.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    String describe() {
        return "CompletionChannel";
    }

    @Override
    void release() {
        events.clear();
    }
}
