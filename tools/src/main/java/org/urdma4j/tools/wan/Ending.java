package org.urdma4j.tools.wan;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C and SIGTERM as the usual way to end: the one who waits is told, and the JVM ends no sooner
 * than when everything is cleaned up, with status 0 if all went well.
 */
final class Ending implements AutoCloseable {
    /** Longest that cleaning up may take. */
    private static final long PATIENCE_S = 10;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile boolean succeeded;
    private final Thread hook = new Thread(this::onShutdown, "end");

    Ending() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void onShutdown() {
        ask();
        try {
            if (done.await(PATIENCE_S, TimeUnit.SECONDS) && succeeded) {
                Runtime.getRuntime().halt(0);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Asks for the end; from any thread. */
    void ask() {
        asked.countDown();
    }

    /** Says that nothing went wrong. */
    void succeeded() {
        succeeded = true;
    }

    /** Waits for at most {@code ns} and returns whether the end was asked for. */
    boolean await(long ns) throws InterruptedException {
        return asked.await(ns, TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // the JVM is ending and waits for this
            done.countDown();
        }
    }
}
