package org.urdma4j.tools.wan;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C and SIGTERM as the usual way to end: the one who waits is told, and the JVM, with status
 * 0, ends no sooner than when everything is cleaned up.
 */
final class Ending implements AutoCloseable {
    /** Longest that cleaning up may take. */
    private static final long PATIENCE_S = 10;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook = new Thread(this::onShutdown, "end");

    Ending() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void onShutdown() {
        asked.countDown();
        try {
            if (done.await(PATIENCE_S, TimeUnit.SECONDS)) {
                Runtime.getRuntime().halt(0);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
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
