package org.urdma4j.rdmacore;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The thread of an open device, which waits for the events of its channels and its own, so that
 * threads of the program, virtual ones among them, wait on locks of Java and not in calls.
 */
final class EventThread implements Runnable {
    private static final short POLLIN = 1;
    private static final int POLLFD_BYTES = 8;
    private static final int POLLFD_EVENTS = 4;
    private static final int POLLFD_REVENTS = 6;

    private final Libibverbs library;
    private final int waker;
    private final List<Source> sources = new ArrayList<>();
    private final Thread thread;
    private boolean stopping;

    /**
     * A descriptor, and what takes an event when it is readable. There may be none any more, since
     * what is destroyed takes its events along, so the descriptor is made not to wait.
     */
    record Source(int fd, Runnable take) {}

    EventThread(Libibverbs library, String device) {
        this.library = library;
        waker = library.createWaker();
        thread = Thread.ofPlatform().daemon().name(device + "-events").unstarted(this);
        thread.start();
    }

    synchronized void add(Source source) {
        library.unblock(source.fd());
        sources.add(source);
        library.wake(waker);
    }

    /** When this returns, nothing is taken from it any more, and its descriptor may be closed. */
    synchronized void remove(Source source) {
        sources.remove(source);
        library.wake(waker);
    }

    private synchronized List<Source> copy() {
        return stopping ? null : List.copyOf(sources);
    }

    /** A descriptor that is no more than broken says so for ever. */
    private synchronized void handle(Source source, short events) {
        if (events != 0 && (events & POLLIN) == 0) {
            sources.remove(source);
        } else if (events != 0 && sources.contains(source)) {
            source.take().run();
        }
    }

    @Override
    public void run() {
        for (List<Source> all = copy(); all != null; all = copy()) {
            try (Arena arena = Arena.ofConfined()) {
                int count = all.size() + 1;
                MemorySegment polled = arena.allocate((long) count * POLLFD_BYTES, POLLFD_BYTES);
                want(polled, 0, waker);
                for (int i = 1; i < count; i++) {
                    want(polled, i, all.get(i - 1).fd());
                }
                library.poll(polled, count);
                if (happened(polled, 0) != 0) {
                    library.drain(waker);
                }
                for (int i = 1; i < count; i++) {
                    handle(all.get(i - 1), happened(polled, i));
                }
            }
        }
        library.closeDescriptor(waker);
    }

    private static void want(MemorySegment polled, int index, int fd) {
        polled.set(JAVA_INT, (long) index * POLLFD_BYTES, fd);
        polled.set(JAVA_SHORT, (long) index * POLLFD_BYTES + POLLFD_EVENTS, POLLIN);
    }

    private static short happened(MemorySegment polled, int index) {
        return polled.get(JAVA_SHORT, (long) index * POLLFD_BYTES + POLLFD_REVENTS);
    }

    /** Ends the thread, which closes what wakes it. */
    synchronized void stop() {
        stopping = true;
        sources.clear();
        library.wake(waker);
    }
}
