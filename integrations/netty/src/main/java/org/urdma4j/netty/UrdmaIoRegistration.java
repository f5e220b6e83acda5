package org.urdma4j.netty;

import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.ThreadAwareExecutor;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** That a channel belongs to an event loop, and a link of the loop's list of what is ready. */
final class UrdmaIoRegistration implements IoRegistration {
    private final UrdmaIoHandler handler;
    private final ThreadAwareExecutor executor;
    private final UrdmaIoHandle handle;
    private final AtomicBoolean canceled = new AtomicBoolean();

    /** Bits of {@link UrdmaIoEvent}; it is in the list while there are some. */
    private final AtomicInteger ready = new AtomicInteger();

    /** Written by who has put it into the list before it is seen there, then by the event loop. */
    private UrdmaIoRegistration next;

    UrdmaIoRegistration(
            UrdmaIoHandler handler, ThreadAwareExecutor executor, UrdmaIoHandle handle) {
        this.handler = handler;
        this.executor = executor;
        this.handle = handle;
    }

    UrdmaIoHandler handler() {
        return handler;
    }

    UrdmaIoHandle handle() {
        return handle;
    }

    UrdmaIoRegistration next() {
        return next;
    }

    void next(UrdmaIoRegistration other) {
        next = other;
    }

    /** Has the handle told of something, soon. Any thread. */
    void ready(int bits) {
        if (ready.getAndAccumulate(bits, (before, more) -> before | more) == 0) {
            handler.push(this);
        }
    }

    /** Returns what there is, for one that was taken out of the list. */
    int take() {
        return ready.getAndSet(0);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    @Override
    public <T> T attachment() {
        return (T) this;
    }

    @Override
    public long submit(IoOps ops) {
        throw new UnsupportedOperationException("there is nothing to submit");
    }

    @Override
    public boolean isValid() {
        return !canceled.get();
    }

    @Override
    public boolean cancel() {
        if (!canceled.compareAndSet(false, true)) {
            return false;
        }
        if (executor.isExecutorThread(Thread.currentThread())) {
            handler.forget(this);
        } else {
            executor.execute(() -> handler.forget(this));
        }
        return true;
    }
}
