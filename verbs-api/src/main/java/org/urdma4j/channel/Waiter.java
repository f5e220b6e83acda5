package org.urdma4j.channel;

/**
 * Who wants to know that something can go on: a thread that is parked, or a program's callback.
 * Guarded by the lock of its {@link Flow}; {@code java.util.concurrent}'s conditions would allocate
 * for each wait.
 */
final class Waiter {
    private Thread thread;
    private Runnable callback;
    private boolean armed;

    /** This thread is about to park. */
    void enter() {
        thread = Thread.currentThread();
    }

    void callback(Runnable program) {
        callback = program;
    }

    /** The program has been told to come back later. */
    void arm() {
        armed = true;
    }

    /** Whether anybody waits. */
    boolean isBusy() {
        return thread != null || armed;
    }

    /** Returns the thread to unpark, null for none, and forgets it. */
    Thread takeThread() {
        Thread taken = thread;
        thread = null;
        return taken;
    }

    /** Returns what to call, null for nothing, once each time that it was armed. */
    Runnable takeCallback() {
        if (!armed || callback == null) {
            return null;
        }
        armed = false;
        return callback;
    }
}
