package org.urdma4j.transport.port.pipeline;

import io.netty.channel.EventLoop;
import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.epoll.Native;
import io.netty.channel.unix.FileDescriptor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * An alarm by a timer of the kernel (timerfd_create(2)) beside the sockets of an epoll loop. A loop
 * that tells epoll_pwait2(2) how long to wait has the processor's timer set at each sleep and set
 * back at each wake-up, which costs several microseconds in a virtual machine if it is nearer than
 * the kernel's own tick. This one is set once, whatever wakes the loop meanwhile.
 */
public final class TimerAlarm implements Alarm, EpollIoHandle {
    private static final long NS_PER_S = 1_000_000_000;

    // struct itimerspec: interval and first expiry, each of seconds and nanoseconds
    private static final long SPEC_BYTES = 4 * Long.BYTES;
    private static final long SECONDS = 2 * Long.BYTES;
    private static final long NANOSECONDS = 3 * Long.BYTES;

    private static final MethodHandle SET_TIME = setTime();

    private final FileDescriptor fd = Native.newTimerFd();
    private final MemorySegment spec = Arena.ofAuto().allocate(SPEC_BYTES, Long.BYTES);
    private final Runnable task;

    private TimerAlarm(Runnable task) {
        this.task = task;
    }

    @SuppressWarnings("restricted")
    private static MethodHandle setTime() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow("timerfd_settime"),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.ADDRESS,
                        ValueLayout.ADDRESS));
    }

    /**
     * Makes the alarm of an epoll loop.
     *
     * @return another kind of alarm where the C library may not be called
     */
    public static Alarm create(EventLoop loop, Runnable task) {
        TimerAlarm alarm;
        try {
            alarm = new TimerAlarm(task);
        } catch (IllegalCallerException | LinkageError e) {
            return new ScheduledAlarm(loop, task);
        }
        loop.execute(() -> alarm.register((IoEventLoop) loop));
        return alarm;
    }

    private void register(IoEventLoop loop) {
        // Edges, not levels: each expiry is told once, and nobody has to read the timer.
        EpollIoOps edges = EpollIoOps.EPOLLIN.with(EpollIoOps.EPOLLET);
        loop.register(this)
                .addListener(done -> {
                    if (done.isSuccess()) {
                        ((IoRegistration) done.getNow()).submit(edges);
                    }
                });
    }

    @Override
    public void set(long delayNs) {
        spec.set(ValueLayout.JAVA_LONG, SECONDS, delayNs / NS_PER_S);
        spec.set(ValueLayout.JAVA_LONG, NANOSECONDS, delayNs % NS_PER_S);
        int failed;
        try {
            failed = (int) SET_TIME.invokeExact(fd.intValue(), 0, spec, MemorySegment.NULL);
        } catch (Throwable e) {
            throw new AssertionError("timerfd_settime can't throw", e);
        }
        if (failed != 0) {
            throw new IllegalStateException("timer of " + delayNs + " ns was refused");
        }
    }

    @Override
    public FileDescriptor fd() {
        return fd;
    }

    @Override
    public void handle(IoRegistration registration, IoEvent event) {
        task.run();
    }

    /** A loop that ends doesn't close all that was registered with it. */
    @Override
    public void ended() {
        try {
            close();
        } catch (IOException e) {
            throw new UncheckedIOException("a timer can't be closed", e);
        }
    }

    /** Called when the loop ends. */
    @Override
    public void close() throws IOException {
        fd.close();
    }
}
