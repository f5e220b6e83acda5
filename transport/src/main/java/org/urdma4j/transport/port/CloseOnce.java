package org.urdma4j.transport.port;

import java.util.function.BooleanSupplier;

/**
 * Lets one thread close something, and the others who close it as well return when that is done.
 * Any thread.
 */
public final class CloseOnce {
    private Thread closer;
    private boolean done;

    public CloseOnce() {
        // nobody closes it yet
    }

    /**
     * Returns true to the first who calls, and has to call {@link #end} then. All others wait for
     * that, but for the first itself, who closes it again in the middle, and for those that the
     * first may wait for.
     *
     * @param awaited whether the first may wait for this thread, as for an event loop
     */
    public boolean begin(BooleanSupplier awaited) {
        synchronized (this) {
            if (closer == null) {
                closer = Thread.currentThread();
                return true;
            }
            if (done || closer.equals(Thread.currentThread())) {
                return false;
            }
        }
        if (!awaited.getAsBoolean()) {
            await();
        }
        return false;
    }

    private void await() {
        boolean interrupted = false;
        synchronized (this) {
            while (!done) {
                try {
                    wait();
                } catch (InterruptedException _) {
                    interrupted = true; // it is closed in any case, and soon
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    public synchronized void end() {
        done = true;
        notifyAll();
    }
}
