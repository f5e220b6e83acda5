package org.urdma4j.channel;

import org.urdma4j.verbs.MemoryRegion;

import java.io.IOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Both directions of a channel, between the threads of the application, which read, write and wait,
 * and those of the {@link Link}, which bring what has completed. One lock guards all of it; it is
 * held for some counting and posting, never while bytes are copied, anybody waits or a callback
 * runs.
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

    private final ReentrantLock gate = new ReentrantLock();
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
    private String ending;
    private Throwable cause;

    /** Both ends may send. */
    void connect(Inbound in, Outbound out, CreditSender sender) {
        gate.lock();
        try {
            inbound = in;
            outbound = out;
            credits = sender;
        } finally {
            gate.unlock();
        }
        tell();
    }

    /** Locked around what a {@link Link} brings. */
    void lock() {
        gate.lock();
    }

    /** Sends what may be sent now, unlocks, and wakes who can go on. */
    void unlockAndProceed() {
        try {
            proceed();
        } finally {
            gate.unlock();
        }
        tell();
    }

    /** The peer has got the word that our stream has ended. Guarded. */
    void onEndArrived() {
        endArrived = true;
    }

    /** The connection has ended, or can't be made. The first reason counts. */
    void end(String reason, Throwable why) {
        gate.lock();
        try {
            if (ending == null) {
                ending = reason;
                cause = why;
            }
        } finally {
            gate.unlock();
        }
        tell();
    }

    private void proceed() {
        if (outbound == null || ending != null) {
            return;
        }
        outbound.flush(endWanted);
        if (endWanted && !endPosted && outbound.flushed()) {
            endPosted = inbound.credit(credits, true);
        } else if (inbound.creditDue()) {
            inbound.credit(credits, false); // if there is no slot, then when one is free
        }
    }

    private void tell() {
        Thread reading = null;
        Thread writing = null;
        Thread closing = null;
        Runnable readable = null;
        Runnable writable = null;
        gate.lock();
        try {
            boolean over = closed || ending != null;
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
        } finally {
            gate.unlock();
        }
        LockSupport.unpark(reading); // does nothing for nobody
        LockSupport.unpark(writing);
        LockSupport.unpark(closing);
        if (readable != null) {
            readable.run();
        }
        if (writable != null) {
            writable.run();
        }
    }

    /** Whether the peer has all that it is told, or won't be told. */
    private boolean settled() {
        return ending != null || (endArrived && credits.idle());
    }

    private boolean mayWrite() {
        return switch (need) {
            case ROOM -> outbound.roomy();
            case DIRECT -> outbound.direct();
            case ACKNOWLEDGED -> outbound.acknowledged() >= position;
        };
    }

    /**
     * Returns how many bytes can be read.
     *
     * @return 0 if there are none and {@code block} is false, -1 if there won't be any
     */
    int awaitReadable(boolean block) throws IOException {
        for (boolean waited = false; ; waited = true) {
            checkInterrupted(block);
            gate.lock();
            try {
                checkOpen(waited);
                int available = inbound.available();
                if (available > 0) {
                    return available;
                } else if (inbound.ended()) {
                    return -1;
                }
                checkNotEnded();
                if (!block) {
                    reader.arm();
                    return 0;
                }
                reader.enter();
            } finally {
                gate.unlock();
            }
            LockSupport.park(this);
        }
    }

    /** Bytes have been read. */
    void free(int length) {
        gate.lock();
        try {
            inbound.free(length);
            if (inbound.creditDue()) {
                proceed();
            }
        } finally {
            gate.unlock();
        }
    }

    /** Returns how many bytes may be copied into the ring, 0 if {@code block} is false and none. */
    int awaitRoom(boolean block) throws IOException {
        for (boolean waited = false; ; waited = true) {
            checkInterrupted(block);
            gate.lock();
            try {
                checkWritable(waited);
                int room = outbound.room();
                if (room > 0 || !block) {
                    armWriter(room == 0);
                    return room;
                }
                enterWriter(Need.ROOM, 0);
            } finally {
                gate.unlock();
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
    void commit(int length) throws IOException {
        gate.lock();
        try {
            checkWritable(true);
            outbound.commit(length);
        } finally {
            gate.unlock();
        }
    }

    /** Posts registered memory, and returns how much of it: 0 if {@code block} is false. */
    long post(MemoryRegion region, long offset, long length, boolean block) throws IOException {
        for (boolean waited = false; ; waited = true) {
            checkInterrupted(block);
            gate.lock();
            try {
                checkWritable(waited);
                outbound.flush(true);
                long posted = outbound.post(region, offset, length);
                if (posted > 0 || !block) {
                    armWriter(posted < length);
                    return posted;
                }
                enterWriter(Need.DIRECT, 0);
            } finally {
                gate.unlock();
            }
            LockSupport.park(this);
        }
    }

    /** Waits until everything that was written has arrived. */
    void awaitAcknowledged() throws IOException {
        for (boolean waited = false; ; waited = true) {
            checkInterrupted(true);
            gate.lock();
            try {
                if (outbound.acknowledged() == outbound.accepted()) {
                    return;
                }
                checkOpen(waited);
                checkNotEnded();
                outbound.flush(true);
                enterWriter(Need.ACKNOWLEDGED, outbound.accepted());
            } finally {
                gate.unlock();
            }
            LockSupport.park(this);
        }
    }

    /** Nothing more will be written. */
    void shutdownOutput() throws IOException {
        gate.lock();
        try {
            checkOpen(false);
            endWanted = true;
            proceed();
        } finally {
            gate.unlock();
        }
        tell();
    }

    /**
     * Nobody reads or writes any more; what was written still goes out.
     *
     * @return false if that has been said before
     */
    boolean close() {
        gate.lock();
        try {
            if (closed) {
                return false;
            }
            closed = true;
            endWanted = true;
            proceed();
        } finally {
            gate.unlock();
        }
        tell();
        return true;
    }

    /** Waits until what was written has arrived, the connection has ended or the time is over. */
    void awaitEnd(PatienceClock clock) {
        while (clock.leftNs() > 0 && !Thread.currentThread().isInterrupted() && !over()) {
            LockSupport.parkNanos(this, clock.leftNs());
        }
    }

    private boolean over() {
        gate.lock();
        try {
            closer.enter();
            return outbound == null || settled();
        } finally {
            gate.unlock();
        }
    }

    /** Whether it was closed, and nothing is to be waited for. */
    boolean finished() {
        gate.lock();
        try {
            return closed && settled();
        } finally {
            gate.unlock();
        }
    }

    /** Waits until it is connected. */
    void awaitConnected(PatienceClock clock) throws IOException {
        for (boolean waited = false; ; waited = true) {
            checkInterrupted(true);
            gate.lock();
            try {
                checkOpen(waited);
                if (outbound != null) {
                    return;
                }
                checkNotEnded();
                writer.enter();
            } finally {
                gate.unlock();
            }
            if (clock.leftNs() <= 0) {
                throw new IOException("the peer doesn't answer in time");
            }
            LockSupport.parkNanos(this, clock.leftNs());
        }
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
    void checkWritable() throws IOException {
        gate.lock();
        try {
            checkWritable(false);
        } finally {
            gate.unlock();
        }
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

    void onReadable(Runnable program) {
        gate.lock();
        try {
            reader.callback(program);
        } finally {
            gate.unlock();
        }
    }

    void onWritable(Runnable program) {
        gate.lock();
        try {
            writer.callback(program);
        } finally {
            gate.unlock();
        }
    }

    /** Returns how many bytes can be read without waiting. */
    int available() {
        gate.lock();
        try {
            return inbound.available();
        } finally {
            gate.unlock();
        }
    }

    /** Returns how many bytes were written since the beginning. */
    long written() {
        gate.lock();
        try {
            return outbound.accepted();
        } finally {
            gate.unlock();
        }
    }

    /** Returns how many of them aren't known to have arrived. */
    long missing() {
        gate.lock();
        try {
            return outbound == null ? 0 : outbound.missing();
        } finally {
            gate.unlock();
        }
    }

    /** Returns how many of them have been acknowledged. */
    long acknowledged() {
        gate.lock();
        try {
            return outbound.acknowledged();
        } finally {
            gate.unlock();
        }
    }
}
