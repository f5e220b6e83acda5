package org.urdma4j.tools.bench;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a run end in order when the user presses Ctrl-C: it is told, has a few seconds to print what
 * it has, and the exit status is 1.
 */
final class Interrupt implements AutoCloseable {
    private static final int STATUS = 1;
    private static final long GRACE_MS = 5_000;

    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread hook;
    private volatile boolean happened;

    /**
     * Watches from now on.
     *
     * @param tell called once, when the JVM is asked to end
     */
    Interrupt(Runnable tell) {
        hook = new Thread(() -> end(tell), "bench-interrupt");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void end(Runnable tell) {
        happened = true;
        tell.run();
        try {
            var _ = over.await(GRACE_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(STATUS);
    }

    /** Returns whether the user has asked for the end. */
    boolean happened() {
        return happened;
    }

    /** Watches no more. */
    @Override
    public void close() {
        over.countDown();
        try {
            var _ = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // it is running already
        }
    }
}
