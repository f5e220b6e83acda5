package org.urdma4j.forward.entry;

import org.urdma4j.channel.RdmaChannel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Connects to the exit before anybody asks, so that a stream costs no round trip: keeps channels
 * that have carried nothing yet, twice as many each time that there was none, {@value #MOST} at
 * most, and half as many each time that one was kept in vain. Nothing is connected before the first
 * stream was asked for, nor for long after the last. Any thread may call.
 *
 * <p>One that the exit ends, or that dies, is dropped as soon as that is known. When what went
 * first on one isn't acknowledged within a second, all others are dropped: an exit that was killed
 * and started again knows none of them.
 */
public final class KeptChannels implements ExitConnector, AutoCloseable {
    /** How long one is kept: less than an exit has patience with it. */
    public static final Duration IDLE = Duration.ofSeconds(60);

    private static final int MOST = 64;
    private static final int FIRST = 2;

    /**
     * How often is looked which ones are old, and after which those that are silent are doubted.
     */
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final ExitConnector exit;
    private final long idleNs;
    private final ReentrantLock lock = new ReentrantLock();

    /** The newest first, which is the next to be used. */
    private final Deque<Kept> kept = new ArrayDeque<>();

    /** Of which nothing is known to have arrived yet. */
    private final List<Kept> doubtful = new ArrayList<>();

    private int connecting;
    private int wanted;
    private boolean looking;
    private boolean closed;

    /** Keeps none yet. */
    public KeptChannels(ExitConnector exit) {
        this(exit, IDLE);
    }

    /**
     * Keeps none yet.
     *
     * @param idle how long one is kept
     */
    public KeptChannels(ExitConnector exit, Duration idle) {
        this.exit = exit;
        idleNs = idle.toNanos();
    }

    /** One that is kept, will be, or was. */
    private static final class Kept {
        private final RdmaChannel channel;

        /** Since it was connected, or is used. */
        private final AgeClock clock = new AgeClock();

        /** The exit has ended it, or spoken out of turn. Guarded. */
        private boolean spoilt;

        Kept(RdmaChannel channel) {
            this.channel = channel;
        }

        /** Only for who has it alone: a byte that somebody else waits for would be gone. */
        boolean isSilent() {
            try {
                return channel.read(ByteBuffer.allocate(1)) == 0;
            } catch (IOException _) {
                return false;
            }
        }

        long ageNs() {
            return clock.ageNs();
        }
    }

    @Override
    public RdmaChannel connect() throws IOException {
        for (Kept each = take(); each != null; each = take()) {
            each.channel.onReadable(null);
            if (each.isSilent()) {
                refill();
                return each.channel.configureBlocking(true);
            }
            each.channel.abort();
        }
        RdmaChannel channel = exit.connect();
        wantMore();
        refill();
        return channel;
    }

    private Kept take() {
        lock.lock();
        try {
            Kept taken = kept.poll();
            if (taken != null) {
                doubtful.add(new Kept(taken.channel));
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    private void wantMore() {
        lock.lock();
        try {
            wanted = Math.min(MOST, Math.max(FIRST, 2 * wanted));
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many there are that nobody uses yet. */
    public int kept() {
        lock.lock();
        try {
            return kept.size();
        } finally {
            lock.unlock();
        }
    }

    private void refill() {
        int more;
        lock.lock();
        try {
            more = closed ? 0 : Math.max(0, wanted - kept.size() - connecting);
            connecting += more;
        } finally {
            lock.unlock();
        }
        for (int i = 0; i < more; i++) {
            Thread.ofVirtual().name("forward-keep").start(this::keep);
        }
    }

    private void keep() {
        RdmaChannel channel = null;
        try {
            channel = exit.connect().configureBlocking(false);
        } catch (IOException | RuntimeException _) {
            // who needs one will be told why
        }
        Kept one = new Kept(channel);
        boolean silent = false;
        if (channel != null) {
            channel.onReadable(() -> drop(one));
            silent = one.isSilent();
        }
        boolean keeps;
        lock.lock();
        try {
            connecting--;
            keeps = silent && !one.spoilt && !closed;
            if (keeps) {
                kept.addFirst(one);
                look();
            } else if (!closed) {
                wanted /= 2;
            }
        } finally {
            lock.unlock();
        }
        if (!keeps && channel != null) {
            channel.abort();
        }
    }

    /** The exit has ended it: it has no room for so many, or is gone. */
    private void drop(Kept one) {
        lock.lock();
        try {
            one.spoilt = true;
            if (!kept.remove(one)) {
                return; // who uses it, or is about to keep it, learns that as well
            }
            wanted /= 2;
        } finally {
            lock.unlock();
        }
        one.channel.abort();
    }

    /** Starts to look, unless that is done. Guarded. */
    private void look() {
        if (!looking) {
            looking = true;
            Thread.ofVirtual()
                    .name("forward-kept")
                    .start(() -> {
                        while (pause() && lookOnce()) {
                            // again
                        }
                    });
        }
    }

    private static boolean pause() {
        try {
            Thread.sleep(LOOK);
            return true;
        } catch (InterruptedException _) {
            return false; // nobody does that
        }
    }

    /** Returns whether there is anything left to look at. */
    private boolean lookOnce() {
        List<Kept> dropped = new ArrayList<>();
        boolean more;
        lock.lock();
        try {
            doubtful.removeIf(each -> !each.channel.isOpen() || hasArrived(each));
            if (doubtful.removeIf(each -> each.ageNs() >= LOOK.toNanos())) {
                dropped.addAll(kept);
                kept.clear();
                wanted = 0;
            }
            while (!kept.isEmpty() && kept.peekLast().ageNs() >= idleNs) {
                dropped.add(kept.removeLast());
                wanted /= 2;
            }
            more = !kept.isEmpty() || !doubtful.isEmpty();
            looking = more;
        } finally {
            lock.unlock();
        }
        dropped.forEach(each -> each.channel.abort());
        return more;
    }

    private static boolean hasArrived(Kept each) {
        return each.channel.acknowledged() > 0;
    }

    /** Keeps none any more; connecting goes on to work. */
    @Override
    public void close() {
        List<Kept> dropped;
        lock.lock();
        try {
            closed = true;
            dropped = List.copyOf(kept);
            kept.clear();
            doubtful.clear();
        } finally {
            lock.unlock();
        }
        dropped.forEach(each -> each.channel.abort());
    }
}
