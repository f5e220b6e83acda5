package org.urdma4j.channel;

import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.VerbsException;

import java.io.IOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.locks.LockSupport;

/**
 * Both directions of a channel, between the threads of the application, which read, write and wait,
 * and those of the {@link Link}, which bring what has completed. Its monitor guards all of it, and
 * is held for some counting and posting, never while bytes are copied, anybody waits or a callback
 * runs. It is no {@code ReentrantLock}, since that allocates each time a thread has to wait for it.
 */
final class Flow {
    /** What one who writes waits for. */
    enum Need {
        /** Room in the ring, or a shut output. */
        ROOM,
        /** That registered memory may be posted. */
        DIRECT,
        /** That everything up to a position has arrived. */
        ACKNOWLEDGED
    }

    private final Waiter reader = new Waiter();
    private final Waiter writer = new Waiter();
    private final Waiter closer = new Waiter();

    private Inbound inbound;
    private Outbound outbound;
    private CreditSender credits;
    private Need need = Need.ROOM;
    private long position;
    private boolean closed;
    private boolean endWanted;
    private boolean endPosted;
    private boolean endArrived;
    private Runnable disconnected;
    private String ending;
    private Throwable cause;

    /** Both ends may send. */
    void connect(Inbound in, Outbound out, CreditSender sender) {
        synchronized (this) {
            inbound = in;
            outbound = out;
            credits = sender;
        }
        tell();
    }

    /** The peer has got the word that our stream has ended. Guarded. */
    void onEndArrived() {
        endArrived = true;
    }

    /** The connection has ended, or can't be made. The first reason counts. */
    void end(String reason, Throwable why) {
        synchronized (this) {
            if (ending == null) {
                ending = reason;
                cause = why;
            }
        }
        tell();
    }

    /** Sends what may be sent now. Guarded; {@link #tell} has to follow. */
    void proceed() {
        if (outbound == null || ending != null) {
            return;
        }
        if (!endPosted) {
            outbound.flush(endWanted);
        }
        if (endWanted && !endPosted && outbound.flushed()) {
            endPosted = inbound.credit(credits, true);
        } else if (inbound.creditDue()) {
            inbound.credit(credits, false); // if there is no slot, then when one is free
        }
    }

    /** Wakes who can go on. Unguarded, since it runs callbacks. */
    void tell() {
        Thread reading = null;
        Thread writing = null;
        Thread closing = null;
        Runnable readable = null;
        Runnable writable = null;
        Runnable gone = null;
        synchronized (this) {
            boolean over = closed || ending != null;
            if (over) {
                gone = closed ? null : disconnected;
                disconnected = null;
            }
            if (over || (inbound != null && (inbound.available() > 0 || inbound.ended()))) {
                reading = reader.takeThread();
                readable = closed ? null : reader.takeCallback();
            }
            if (over || (outbound != null && (endWanted || mayWrite()))) {
                writing = writer.takeThread();
                writable = closed || endWanted ? null : writer.takeCallback();
            }
            if (settled()) {
                closing = closer.takeThread();
            }
        }
        LockSupport.unpark(reading); // does nothing for nobody
        LockSupport.unpark(writing);
        LockSupport.unpark(closing);
        // Whichever of them throws.
        try {
            call(readable);
        } finally {
            try {
                call(writable);
            } finally {
                call(gone);
            }
        }
    }

    private static void call(Runnable callback) {
        if (callback != null) {
            callback.run();
        }
    }

    /** Whether the peer has all that it is told, or won't be told. */
    private boolean settled() {
        return ending != null || (endArrived && credits.idle());
    }

    /** Whether there is something to do when what was sent has arrived. Guarded. */
    boolean awaitsSent() {
        return outbound == null
                || endWanted
                || writer.isBusy()
                || outbound.isBusy()
                || credits.isBusy()
                || inbound.creditDue();
    }

    private boolean mayWrite() {
        return switch (need) {
            case ROOM -> outbound.roomy();
            case DIRECT -> outbound.direct();
            case ACKNOWLEDGED -> outbound.acknowledged() >= position;
        };
    }

    /**
     * Returns how many bytes can be read from the ring that is read.
     *
     * @return 0 if there are none and {@code block} is false, -1 if there won't be any
     */
    int awaitReadable(boolean block) throws IOException {
        for (boolean waited = false; ; waited = true) {
            checkInterrupted(block);
            synchronized (this) {
                checkOpen(waited);
                int readable = inbound.readable();
                if (readable > 0) {
                    return readable;
                } else if (inbound.ended()) {
                    return -1;
                }
                checkNotEnded();
                if (!block) {
                    reader.arm();
                    return 0;
                }
                reader.enter();
            }
            LockSupport.park(this);
        }
    }

    /** Bytes have been read. */
    synchronized void free(int length) {
        inbound.free(length);
        if (inbound.creditDue()) {
            proceed();
        }
    }

    /** Returns how many bytes may be copied into the ring, 0 if {@code block} is false and none. */
    int awaitRoom(boolean block) throws IOException {
        for (boolean waited = false; ; waited = true) {
            checkInterrupted(block);
            synchronized (this) {
                checkWritable(waited);
                int room = outbound.room();
                if (room > 0 || !block) {
                    armWriter(room == 0);
                    return room;
                }
                enterWriter(Need.ROOM, 0);
            }
            LockSupport.park(this);
        }
    }

    private void enterWriter(Need what, long upTo) {
        need = what;
        position = upTo;
        writer.enter();
    }

    private void armWriter(boolean when) {
        if (when) {
            need = Need.ROOM;
            writer.arm();
        }
    }

    /** Bytes have been copied into the ring. */
    synchronized void commit(int length) throws IOException {
        checkWritable(true);
        outbound.commit(length);
    }

    /** Posts registered memory, and returns how much of it: 0 if {@code block} is false. */
    long post(MemoryRegion region, long offset, long length, boolean block) throws IOException {
        for (boolean waited = false; ; waited = true) {
            checkInterrupted(block);
            synchronized (this) {
                checkWritable(waited);
                outbound.flush(true);
                long posted = outbound.post(region, offset, length);
                if (posted > 0 || !block) {
                    armWriter(posted < length);
                    return posted;
                }
                enterWriter(Need.DIRECT, 0);
            }
            LockSupport.park(this);
        }
    }

    /** Waits until everything that was written has arrived. */
    void awaitAcknowledged() throws IOException {
        for (boolean waited = false; ; waited = true) {
            checkInterrupted(true);
            synchronized (this) {
                if (acknowledged() == outbound.accepted()) {
                    return;
                }
                checkOpen(waited);
                checkNotEnded();
                outbound.flush(true);
                enterWriter(Need.ACKNOWLEDGED, outbound.accepted());
            }
            LockSupport.park(this);
        }
    }

    /** Nothing more will be written. */
    void shutdownOutput() throws IOException {
        synchronized (this) {
            checkOpen(false);
            endWanted = true;
            proceed();
        }
        tell();
    }

    /**
     * Nobody reads or writes any more; what was written still goes out.
     *
     * @return false if that has been said before
     */
    boolean close() {
        synchronized (this) {
            if (closed) {
                return false;
            }
            closed = true;
            endWanted = true;
            proceed();
        }
        tell();
        return true;
    }

    /** Nobody reads or writes any more, and the peer isn't told of an end. */
    void abort() {
        synchronized (this) {
            closed = true;
        }
        tell();
    }

    /** Waits until what was written has arrived, the connection has ended or the time is over. */
    void awaitEnd(PatienceClock clock) {
        while (clock.leftNs() > 0 && !Thread.currentThread().isInterrupted() && !over()) {
            LockSupport.parkNanos(this, clock.leftNs());
        }
    }

    private synchronized boolean over() {
        closer.enter();
        return outbound == null || settled();
    }

    /** Whether it was closed, and nothing is to be waited for. */
    synchronized boolean finished() {
        return closed && settled();
    }

    /** Waits until it is connected. */
    void awaitConnected(PatienceClock clock) throws IOException {
        for (boolean waited = false; ; waited = true) {
            checkInterrupted(true);
            synchronized (this) {
                checkOpen(waited);
                if (outbound != null) {
                    return;
                }
                checkNotEnded();
                writer.enter();
            }
            if (clock.leftNs() <= 0) {
                String text = "the peer doesn't answer in time; see that its address is right";
                throw new IOException(text, new VerbsException(Errno.ETIMEDOUT, text));
            }
            LockSupport.parkNanos(this, clock.leftNs());
        }
    }

    /** Has a program called once it is connected, or won't be: by {@link #tell}. */
    synchronized void onConnected(Runnable program) {
        writer.callback(program);
        writer.arm();
    }

    /**
     * Throws unless it is connected.
     *
     * @throws IOException that says why it won't be
     */
    synchronized void checkConnected() throws IOException {
        checkOpen(false);
        checkNotEnded();
    }

    private static void checkInterrupted(boolean block) throws ClosedByInterruptException {
        if (block && Thread.currentThread().isInterrupted()) {
            throw new ClosedByInterruptException();
        }
    }

    private void checkOpen(boolean waited) throws ClosedChannelException {
        if (closed) {
            throw waited ? new AsynchronousCloseException() : new ClosedChannelException();
        }
    }

    /** Throws unless something may be written. */
    synchronized void checkWritable() throws IOException {
        checkWritable(false);
    }

    private void checkWritable(boolean waited) throws IOException {
        checkOpen(waited);
        if (endWanted) {
            throw waited ? new AsynchronousCloseException() : new ClosedChannelException();
        }
        checkNotEnded();
    }

    private void checkNotEnded() throws IOException {
        if (ending != null) {
            throw new IOException(ending, cause);
        }
    }

    synchronized void onReadable(Runnable program) {
        reader.callback(program);
    }

    synchronized void onWritable(Runnable program) {
        writer.callback(program);
    }

    void onDisconnected(Runnable program) {
        synchronized (this) {
            disconnected = program;
        }
        tell();
    }

    /** Returns how many bytes can be read without waiting. */
    synchronized int available() {
        return inbound.available();
    }

    /** Returns how many bytes were written since the beginning. */
    synchronized long written() {
        return outbound.accepted();
    }

    /** Returns how many of them aren't known to have arrived. */
    synchronized long missing() {
        return outbound == null ? 0 : outbound.missing();
    }

    /** Returns how many of them have been acknowledged, or are known to have arrived at its end. */
    synchronized long acknowledged() {
        return ending == null ? outbound.acknowledged() : outbound.accepted() - outbound.missing();
    }
}
