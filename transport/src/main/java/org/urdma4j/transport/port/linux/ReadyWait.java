package org.urdma4j.transport.port.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Sleeps until one of some descriptors is ready, for no longer than so many nanoseconds (ppoll(2)).
 * Belongs to the thread that sleeps; nothing is allocated in a sleep.
 */
public final class ReadyWait {
    private static final short POLLIN = 1;
    private static final short POLLOUT = 4;
    private static final int POLLFD_BYTES = 8;
    private static final int EVENTS = 4;
    private static final long NS_PER_S = 1_000_000_000;
    private static final int WARM_UP_CALLS = 10_000;
    private static final int PR_SET_TIMERSLACK = 29;
    private static final int SCHED_FIFO = 1;
    private static final int LOWEST_PRIORITY = 1;

    private final Libc libc = new Libc();
    private final MemorySegment pollfds;
    private final int count;
    private final MemorySegment timespec = Arena.ofAuto().allocate(2 * Long.BYTES, Long.BYTES);

    /** Waits until one of these can be read. */
    public ReadyWait(int... descriptors) {
        count = descriptors.length;
        pollfds = Arena.ofAuto().allocate((long) count * POLLFD_BYTES, Long.BYTES);
        for (int i = 0; i < count; i++) {
            pollfds.set(ValueLayout.JAVA_INT, (long) i * POLLFD_BYTES, descriptors[i]);
            forWriting(i, false);
        }
    }

    /**
     * Says whether the descriptor with this index, from 0, is ready when it can be written, too.
     */
    public void forWriting(int i, boolean wanted) {
        pollfds.set(
                ValueLayout.JAVA_SHORT,
                (long) i * POLLFD_BYTES + EVENTS,
                wanted ? (short) (POLLIN | POLLOUT) : POLLIN);
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

    public void sleep(long ns) {
        timespec.setAtIndex(ValueLayout.JAVA_LONG, 0, ns / NS_PER_S);
        timespec.setAtIndex(ValueLayout.JAVA_LONG, 1, ns % NS_PER_S);
        libc.ppoll(pollfds, count, timespec);
    }
}
