package org.urdma4j.rdmacore;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Predicate;

/** A completion channel: the thread of the device takes its events and hands them on. */
final class RdmaChannel extends NativeObject implements CompletionChannel {
    private static final long FD = Structs.COMP_CHANNEL.at("fd");

    private final RdmaContext context;
    private final EventQueue<RdmaCq> events = new EventQueue<>("completion channel");
    private final EventThread.Source source;
    private volatile Predicate<CompletionQueue> program = _ -> false;

    RdmaChannel(RdmaContext context, long pointer) {
        super(context.lock, "completion channel", pointer, context);
        this.context = context;
        int fd = Libibverbs.at(pointer, Structs.COMP_CHANNEL).get(JAVA_INT, FD);
        source = new EventThread.Source(fd, this::take);
        context.events().add(source);
    }

    private void take() {
        context.library().takeCqEvent(pointer, this::deliver);
    }

    /** The queue is there until its event is acknowledged, which is when this has returned. */
    private void deliver(long cq) {
        RdmaCq queue = context.cq(cq);
        if (queue != null && !isTaken(queue)) {
            events.add(queue);
        }
    }

    private boolean isTaken(RdmaCq queue) {
        try {
            return program.test(queue);
        } catch (RuntimeException _) {
            return false;
        }
    }

    /** Drops the events of a queue that is destroyed. */
    void forget(RdmaCq queue) {
        events.removeIf(each -> each == queue);
    }

    @Override
    public RdmaContext context() {
        return context;
    }

    @Override
    public CompletionQueue getCqEvent(Duration timeout) throws InterruptedException {
        return events.take(timeout);
    }

    @Override
    public void onCqEvent(Predicate<CompletionQueue> program) {
        this.program = Objects.requireNonNull(program, "program");
    }

    @Override
    void destroy() {
        events.close();
        context.events().remove(source);
        Libibverbs.end(
                "can't destroy a completion channel",
                context.library().destroyCompChannel,
                pointer);
    }
}
