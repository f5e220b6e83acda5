package org.urdma4j.netty;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.ThreadAwareExecutor;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import org.urdma4j.channel.ChannelOptions;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaChannelGroup;
import org.urdma4j.verbs.Context;

import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs {@link UrdmaSocketChannel}s and {@link UrdmaServerSocketChannel}s in an event loop of a
 * {@link MultiThreadIoEventLoopGroup}. Channels write in the loop's thread, which also takes what
 * has arrived, woken up by the device's ({@link RdmaChannel#progress}); connections are made by
 * threads of the {@link RdmaChannelGroup}, of which a handler has one once a channel of it
 * connects.
 */
public final class UrdmaIoHandler implements IoHandler {
    private static final InternalLogger LOG =
            InternalLoggerFactory.getInstance(UrdmaIoHandler.class);

    private final Context context;
    private final ChannelOptions options;
    private final ThreadAwareExecutor executor;
    private final Set<UrdmaIoRegistration> registrations = new HashSet<>();
    private final UrdmaIoEvent event = new UrdmaIoEvent();

    /** The one that came last, linked to those before it. */
    private final AtomicReference<UrdmaIoRegistration> ready = new AtomicReference<>();

    /** Null until the loop has run. */
    private volatile Thread thread;

    /** Null until a channel connects. */
    private RdmaChannelGroup group;

    private UrdmaIoHandler(Context context, ChannelOptions options, ThreadAwareExecutor executor) {
        this.context = context;
        this.options = options;
        this.executor = executor;
    }

    /** Returns what makes handlers for channels of a device, with the default options. */
    public static IoHandlerFactory newFactory(Context context) {
        return newFactory(context, ChannelOptions.DEFAULT);
    }

    /**
     * Returns what makes handlers for channels of a device.
     *
     * @param context stays open until the event loops have ended; it isn't closed with them
     * @param options of the channels, whose rings {@code SO_RCVBUF} and {@code SO_SNDBUF} may
     *     replace. A channel that is closed gives up on a peer that has taken nothing for {@code
     *     patience}, unless {@code SO_LINGER} is set
     */
    public static IoHandlerFactory newFactory(Context context, ChannelOptions options) {
        Objects.requireNonNull(context, "context");
        Objects.requireNonNull(options, "options");
        return executor -> new UrdmaIoHandler(context, options, executor);
    }

    Context context() {
        return context;
    }

    ChannelOptions options() {
        return options;
    }

    /** Connects. In the event loop. */
    CompletableFuture<RdmaChannel> connect(
            InetSocketAddress source, InetSocketAddress peer, ChannelOptions rings) {
        try {
            if (group == null) {
                group = RdmaChannelGroup.open(context, options);
            }
        } catch (IllegalStateException e) {
            ConnectException why = new ConnectException("the device is closed");
            why.initCause(e);
            return CompletableFuture.failedFuture(why);
        }
        return group.connectAsync(source, peer, rings);
    }

    /** Something has happened to a channel that wasn't in the list. Any thread. */
    void push(UrdmaIoRegistration registration) {
        UrdmaIoRegistration last;
        do {
            last = ready.get();
            registration.next(last);
        } while (!ready.compareAndSet(last, registration));
        if (last == null) { // otherwise who has put that one there does it
            wakeup();
        }
    }

    @Override
    public int run(IoHandlerContext loop) {
        if (thread == null) {
            thread = Thread.currentThread();
        }
        if (loop.canBlock() && ready.get() == null) {
            LockSupport.parkNanos(this, loop.delayNanos(System.nanoTime()));
        }
        if (!loop.shouldReportActiveIoTime()) {
            return handleReady();
        }
        long start = System.nanoTime();
        int handled = handleReady();
        loop.reportActiveIoTime(System.nanoTime() - start);
        return handled;
    }

    private int handleReady() {
        UrdmaIoRegistration each = inOrder(ready.getAndSet(null));
        int handled = 0;
        while (each != null) {
            UrdmaIoRegistration next = each.next();
            each.next(null);
            event.ready(each.take()); // from here on it may be put into the list again
            if (each.isValid()) {
                handle(each);
                handled++;
            }
            each = next;
        }
        return handled;
    }

    private static UrdmaIoRegistration inOrder(UrdmaIoRegistration last) {
        UrdmaIoRegistration first = null;
        UrdmaIoRegistration each = last;
        while (each != null) {
            UrdmaIoRegistration before = each.next();
            each.next(first);
            first = each;
            each = before;
        }
        return first;
    }

    private void handle(UrdmaIoRegistration registration) {
        try {
            registration.handle().handle(registration, event);
        } catch (Throwable e) { // the others go on
            LOG.warn("A channel couldn't be handled.", e);
        }
    }

    @Override
    public void wakeup() {
        if (!executor.isExecutorThread(Thread.currentThread())) {
            LockSupport.unpark(thread); // does nothing for nobody
        }
    }

    @Override
    public void prepareToDestroy() {
        for (UrdmaIoRegistration each : List.copyOf(registrations)) {
            each.handle().closeNow();
        }
    }

    /**
     * The channels that were connected end with their bytes, and the group's threads after them.
     */
    @Override
    public void destroy() {
        prepareToDestroy(); // nobody does where there is no quiet period
        if (group != null) {
            group.close();
        }
    }

    @Override
    public IoRegistration register(IoHandle handle) {
        if (!(handle instanceof UrdmaIoHandle own)) {
            throw new IllegalArgumentException(
                    handle.getClass().getName() + " is no handle of an URDMA channel");
        }
        UrdmaIoRegistration registration = new UrdmaIoRegistration(this, executor, own);
        registrations.add(registration);
        own.registered();
        return registration;
    }

    void forget(UrdmaIoRegistration registration) {
        if (registrations.remove(registration)) {
            registration.handle().unregistered();
        }
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return UrdmaIoHandle.class.isAssignableFrom(handleType);
    }
}
