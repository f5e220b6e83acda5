package org.urdma4j.forward.exit;

import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.forward.ForwardListener;
import org.urdma4j.forward.relay.ListeningSocket;
import org.urdma4j.forward.relay.ListeningSocket.Caller;
import org.urdma4j.forward.relay.Streams;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A socket that listens for an entry, as long as the stream lives by which the entry has asked for
 * it. Programs that connect wait here until another stream of the entry takes them; of each the
 * entry is told by a byte, so that it opens one more. Any thread may call.
 */
final class ReverseListener implements AutoCloseable {
    private final ListeningSocket socket;
    private final RdmaChannel asking;
    private final StreamLimits limits;
    private final Streams streams;
    private final Duration patience;
    private final ForwardListener told;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private boolean closed;

    /**
     * @param asking the entry's stream
     * @param limits of programs, by their addresses
     * @param patience of programs
     */
    ReverseListener(
            ListeningSocket socket,
            RdmaChannel asking,
            StreamLimits limits,
            Streams streams,
            Duration patience,
            ForwardListener told) {
        this.socket = socket;
        this.asking = asking;
        this.limits = limits;
        this.streams = streams;
        this.patience = patience;
        this.told = told;
    }

    /** A program, until its patience is over. */
    record Waiting(Caller caller, Streams.Deadline deadline) {}

    /** Returns where it listens. */
    String text() {
        return socket.text();
    }

    /** Listens until the entry ends it, and returns why; null if that is in order. */
    String run() {
        Thread accepting =
                Thread.ofVirtual()
                        .name("forward-reverse")
                        .start(() -> socket.takeAll(this::add, this::failed));
        try {
            boolean ended = asking.read(ByteBuffer.allocate(1)) < 0;
            return ended ? null : "the entry says what there is no word for";
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        } finally {
            close();
            accepting.interrupt(); // it may be pausing
        }
    }

    private void failed(IOException e) {
        told.onRefused("a program", text(), String.valueOf(e.getMessage()));
    }

    private void add(Caller caller) {
        String refusal = limits.enter(caller.address());
        if (refusal != null) {
            told.onRefused(caller.name(), text(), refusal);
            caller.end().reset();
            return;
        }
        Runnable reset = caller.end()::reset;
        Waiting program = new Waiting(caller, streams.deadline(patience, reset));
        lock.lock();
        try {
            if (closed) {
                drop(program);
                return;
            }
            waiting.add(program);
            changed.signal();
        } finally {
            lock.unlock();
        }
        tell();
    }

    private void tell() {
        try {
            asking.write(ByteBuffer.allocate(1));
        } catch (IOException _) {
            // run() ends
        }
    }

    private void drop(Waiting program) {
        program.caller().end().reset();
        taken(program);
        left(program);
    }

    /** Waits for a program; null if there will be none. */
    Waiting take() {
        lock.lock();
        try {
            while (waiting.isEmpty() && !closed) {
                changed.awaitUninterruptibly();
            }
            return closed ? null : waiting.remove();
        } finally {
            lock.unlock();
        }
    }

    /** A program that was taken waits again, since the stream that took it has ended. */
    void giveBack(Waiting program) {
        lock.lock();
        try {
            if (closed) {
                drop(program);
            } else {
                waiting.addFirst(program);
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** A program that was taken has its stream; {@link #left} follows. */
    void taken(Waiting program) {
        program.deadline().close();
        limits.decided(program.caller().address());
    }

    /** A program that had its stream has gone. */
    void left(Waiting program) {
        limits.leave(program.caller().address());
    }

    /** Listens no more, resets the programs that wait, and tells the entry; those taken go on. */
    @Override
    public void close() {
        socket.close();
        lock.lock();
        try {
            closed = true;
            waiting.forEach(this::drop);
            waiting.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        asking.abort();
    }
}
