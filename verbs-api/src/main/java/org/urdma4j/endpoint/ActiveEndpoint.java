package org.urdma4j.endpoint;

import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.cm.ConnParam;

import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An end of a connection that calls back. Override what is of interest; by default nothing is done.
 * A thread of its {@link ActiveGroup} calls, so don't wait in a callback: the other endpoints of
 * the group wait meanwhile. Callbacks of one endpoint follow each other, {@link #onOpen} and {@link
 * #onConnected} before all others.
 *
 * <p>One of {@link #onDisconnected}, {@link #onFailed} and {@link #onError} is called last, and the
 * endpoint is closed afterwards. A callback may close its endpoint, or its group, by itself: then
 * nothing more is called.
 *
 * <p>What a callback throws, errors among it, goes to {@link #onError} and ends this endpoint
 * alone.
 */
public abstract non-sealed class ActiveEndpoint extends Endpoint {
    private static final int AT_ONCE = 32;

    /** Completions after which other endpoints get their turn. */
    private static final int AT_A_TURN = 256;

    private final ReentrantLock turn = new ReentrantLock();
    private final WorkCompletion[] polled = WorkCompletion.array(AT_ONCE);

    /** Guarded by {@link #turn}. */
    private boolean connected;

    /** Those of its group, which it leaves when it is closed; null before it belongs to one. */
    private volatile Set<ActiveEndpoint> members;

    /** For subclasses. */
    protected ActiveEndpoint() {
        // it is assembled when it is connected
    }

    /**
     * The queue pair is there, the connection not yet: allocate memory and post receives. {@link
     * #peer} is known at the end that is asked.
     */
    protected void onOpen() {
        // for subclasses
    }

    /**
     * Returns what is told to the peer, private data among it, as memory that {@link #onOpen} has
     * allocated. Called after that; by default what the group's options say.
     */
    protected ConnParam param(ConnParam ofGroup) {
        return ofGroup;
    }

    /** Both ends may send. */
    protected void onConnected() {
        // for subclasses
    }

    /**
     * A receive has completed. When the connection has ended, those that are still posted are told
     * one by one with {@link WcStatus#WR_FLUSH_ERR}, before {@link #onDisconnected}.
     *
     * @param done only valid during the call; its status tells whether it succeeded
     */
    protected void onReceive(WorkCompletion done) {
        // for subclasses
    }

    /**
     * A send, READ or WRITE has completed, or was flushed as receives are.
     *
     * @param done only valid during the call; its status tells whether it succeeded
     */
    protected void onSend(WorkCompletion done) {
        // for subclasses
    }

    /**
     * Something has completed. By default the group's thread calls back for it; a subclass may have
     * another thread do it, by {@link #takeReceived} and {@link #takeSent}, and save the way
     * through that one. A thread of the device calls, so this must do no more than wake that thread
     * up.
     *
     * @return whether another thread does it
     */
    protected boolean onCompletions() {
        return false;
    }

    /**
     * Calls back for receives that have completed, in this thread, until there are no more or
     * others should have their turn. {@link #onCompletions} tells of more.
     *
     * @return whether there may be more, of which nobody is told: call again
     */
    protected final boolean takeReceived() {
        return drain(receives(), true);
    }

    /**
     * As {@link #takeReceived}, for what was sent.
     *
     * @param tell whether to be told of more, now and never before: one who doesn't need to know at
     *     once needn't be woken up for it
     */
    protected final boolean takeSent(boolean tell) {
        return drain(sends(), tell);
    }

    /**
     * The connection has ended, whoever ended it, also by {@link #disconnect} before it was made;
     * {@link #peerVanished} if the peer doesn't answer any more. The endpoint is closed afterwards.
     */
    protected void onDisconnected() {
        // for subclasses
    }

    /**
     * The connection could not be made. The endpoint is closed afterwards.
     *
     * @param cause ECONNREFUSED if the peer refuses, ETIMEDOUT if it doesn't answer
     */
    protected void onFailed(VerbsException cause) {
        // for subclasses
    }

    /**
     * A callback of this endpoint has thrown. The endpoint is closed afterwards, and nothing else
     * is called. By default the uncaught-exception handler of the thread is told. A peer that asks
     * is refused for lack of resources if it was an {@link OutOfMemoryError} or a {@link
     * VerbsException} with ENOMEM.
     */
    protected void onError(Throwable cause) {
        Uncaught.tell(cause);
    }

    /** Calls back in turn, unless it is closed. */
    final void call(Runnable callback) {
        turn.lock();
        try {
            invoke(callback);
        } finally {
            turn.unlock();
        }
    }

    private void invoke(Runnable callback) {
        if (closed()) {
            return;
        }
        try {
            callback.run();
        } catch (Throwable e) { // whatever it is, it must not end the others' thread
            fail(e);
        }
    }

    /** Tells of what has gone wrong within it, and ends it. */
    final void fail(Throwable cause) {
        refuse(cause);
        try {
            onError(cause);
        } catch (Throwable e) {
            e.addSuppressed(cause);
            Uncaught.tell(e);
        }
        end();
    }

    /** Closes it, whatever a subclass makes of that. */
    final void end() {
        try {
            close();
        } catch (Throwable e) {
            Uncaught.tell(e);
        }
    }

    /** Both ends may send: what has completed until now is told after that. */
    final void establish(ConnParam said) {
        turn.lock();
        try {
            connected = true;
            if (said.qpNum() != 0) { // of the end that is asked, the request has told it
                peer(said);
            }
            invoke(this::onConnected);
            boolean more = true;
            while (more) {
                more = drain(receives(), true);
                more |= drain(sends(), true);
            }
        } finally {
            turn.unlock();
        }
    }

    /** The connection has ended, or won't come about: what has completed before is told first. */
    final void conclude(VerbsException cause) {
        call(() -> {
            drainLast(receives());
            drainLast(sends());
            if (closed()) {
                return; // by a callback
            }
            if (connected || leaving()) {
                onDisconnected();
            } else {
                onFailed(cause);
            }
        });
        end();
    }

    /**
     * Calls back for what is in a queue, and asks to be told of more.
     *
     * @return whether there may be more already
     */
    final boolean drain(CompletionQueue queue) {
        return drain(queue, true);
    }

    private boolean drain(CompletionQueue queue, boolean tell) {
        turn.lock();
        try {
            return connected && drainSome(queue, AT_A_TURN, tell);
        } catch (IllegalStateException _) {
            return false; // closed meanwhile, or its device
        } finally {
            turn.unlock();
        }
    }

    /** As {@link #drain}, but not for ever if callbacks post what is flushed at once. */
    private void drainLast(CompletionQueue queue) {
        try {
            if (connected) {
                drainSome(queue, queue.cqe(), true);
            }
        } catch (IllegalStateException _) {
            // closed meanwhile, or its device
        }
    }

    private boolean drainSome(CompletionQueue queue, int most, boolean tell) {
        boolean armed = !tell;
        int done = 0;
        while (!closed() && done < most) {
            int n = queue.poll(polled);
            for (int i = 0; i < n; i++) {
                pass(queue, polled[i]);
            }
            if (n == 0 && armed) {
                return false;
            } else if (n == 0) {
                queue.reqNotify(false);
                armed = true;
            }
            done += n;
        }
        return !closed();
    }

    private void pass(CompletionQueue queue, WorkCompletion done) {
        if (closed()) {
            return;
        }
        try {
            if (queue.equals(receives())) {
                onReceive(done);
            } else {
                onSend(done);
            }
        } catch (Throwable e) { // as in invoke, with nothing allocated
            fail(e);
        }
    }

    /** Asks to be told of the first completions. */
    final void arm() {
        sends().reqNotify(false);
        receives().reqNotify(false);
    }

    /**
     * It belongs to a group from now on, which keeps it until it is closed.
     *
     * @throws IllegalStateException if it belongs to one already
     */
    final void join(Set<ActiveEndpoint> group) {
        claim();
        members = group;
        group.add(this);
        if (closed()) {
            group.remove(this);
        }
    }

    @Override
    public void close() {
        super.close();
        Set<ActiveEndpoint> group = members;
        if (group != null) {
            group.remove(this);
        }
    }
}
