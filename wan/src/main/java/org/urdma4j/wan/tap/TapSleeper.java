package org.urdma4j.wan.tap;

import org.urdma4j.wan.shuttle.Sleeper;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Sleeps until a frame can be read from one of two devices. Belongs to the thread that sleeps. */
public final class TapSleeper implements Sleeper {
    private static final short POLLIN = 1;
    private static final int POLLFD_BYTES = 8;
    private static final long NS_PER_S = 1_000_000_000;
    private static final int WARM_UP_CALLS = 10_000;
    private static final int PR_SET_TIMERSLACK = 29;
    private static final int SCHED_FIFO = 1;
    private static final int LOWEST_PRIORITY = 1;

    private final Libc libc = new Libc();
    private final MemorySegment pollfds = Arena.ofAuto().allocate(2 * POLLFD_BYTES, Long.BYTES);
    private final MemorySegment timespec = Arena.ofAuto().allocate(2 * Long.BYTES, Long.BYTES);

    /** Sleeps for the frames of {@code a} and {@code b}. */
    public TapSleeper(Tap a, Tap b) {
        register(0, a.fd());
        register(POLLFD_BYTES, b.fd());
    }

    private void register(int at, int fd) {
        pollfds.set(ValueLayout.JAVA_INT, at, fd);
        pollfds.set(ValueLayout.JAVA_SHORT, at + 4, POLLIN);
    }

    /**
     * Lets the calling thread wake on time: no slack of timers, and ahead of other threads. What is
     * not permitted is left alone; lateness shows it.
     */
    public static void favourThisThread() {
        Libc libc = new Libc();
        libc.prctl(PR_SET_TIMERSLACK, 1);
        libc.setScheduler(SCHED_FIFO, LOWEST_PRIORITY);
    }

    /** Sleeps for no time until the code is compiled. */
    public void warmUp() {
        for (int i = 0; i < WARM_UP_CALLS; i++) {
            sleep(0);
        }
    }

    @Override
    public void sleep(long ns) {
        timespec.setAtIndex(ValueLayout.JAVA_LONG, 0, ns / NS_PER_S);
        timespec.setAtIndex(ValueLayout.JAVA_LONG, 1, ns % NS_PER_S);
        libc.ppoll(pollfds.address(), 2, timespec.address());
    }
}
