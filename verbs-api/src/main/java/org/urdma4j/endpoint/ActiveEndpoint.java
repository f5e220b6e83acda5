package org.urdma4j.endpoint;

import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WorkCompletion;

import java.util.concurrent.locks.ReentrantLock;

/**
 * An end of a connection that calls back. Override what is of interest; by default nothing is done.
 * A thread of its {@link ActiveGroup} calls, so don't wait in a callback. Callbacks of one endpoint
 * follow each other.
 *
 * <p>What a callback throws goes to the uncaught-exception handler of that thread, and the
 * connection is ended.
 */
public abstract non-sealed class ActiveEndpoint extends Endpoint {
    private static final int AT_ONCE = 32;

    private final ReentrantLock turn = new ReentrantLock();
    private final WorkCompletion[] polled = WorkCompletion.array(AT_ONCE);

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

    /** Both ends may send. */
    protected void onConnected() {
        // for subclasses
    }

    /**
     * A receive has completed.
     *
     * @param done only valid during the call; its status tells whether it succeeded
     */
    protected void onReceive(WorkCompletion done) {
        // for subclasses
    }

    /**
     * A send, READ or WRITE has completed.
     *
     * @param done only valid during the call; its status tells whether it succeeded
     */
    protected void onSend(WorkCompletion done) {
        // for subclasses
    }

    /** The connection has ended, whoever ended it. The endpoint is closed afterwards. */
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

    /** Calls back in turn. */
    final void call(Runnable callback) {
        turn.lock();
        try {
            if (!closed()) {
                callback.run();
            }
        } catch (RuntimeException e) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
            disconnect();
        } finally {
            turn.unlock();
        }
    }

    /** Calls back for what is in a queue, and asks to be told of more. */
    final void drain(CompletionQueue queue) {
        call(() -> {
            pass(queue);
            if (!closed()) {
                queue.reqNotify(false);
                pass(queue);
            }
        });
    }

    private void pass(CompletionQueue queue) {
        int n = queue.poll(polled);
        while (n > 0) {
            for (int i = 0; i < n && !closed(); i++) {
                if (queue.equals(receives())) {
                    onReceive(polled[i]);
                } else {
                    onSend(polled[i]);
                }
            }
            n = closed() ? 0 : queue.poll(polled);
        }
    }

    /** Asks to be told of the first completions. */
    final void arm() {
        sends().reqNotify(false);
        receives().reqNotify(false);
    }
}
