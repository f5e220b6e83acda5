package org.urdma4j.tools.terminal;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a command end in order when the user presses Ctrl-C: it is told, and has some seconds to
 * print what it has and to clean up. The exit status is the JVM's own: 130 after Ctrl-C, 143 after
 * SIGTERM.
 */
public final class Interrupt implements AutoCloseable {
    /** What a shell says of a program that Ctrl-C ended: 128 and SIGINT's number. */
    public static final int STATUS = 130;

    /** Of a command that was ended, for people and in JSON. */
    public static final String MESSAGE = "interrupted by the user before its end";

    private static final Duration GRACE = Duration.ofSeconds(10);

    /** Done when the last word is printed, which may be after the command has returned. */
    private static final CountDownLatch OVER = new CountDownLatch(1);

    private final Thread hook = new Thread(this::end, "interrupt");
    private final Duration grace;
    private Runnable tell;
    private boolean happened;

    /** Watches from now on; this thread is interrupted, unless something else is to be told. */
    public Interrupt() {
        this(Thread.currentThread()::interrupt, GRACE);
    }

    /**
     * Watches from now on.
     *
     * @param tell called once, from another thread, when the JVM is asked to end
     */
    public Interrupt(Runnable tell) {
        this(tell, GRACE);
    }

    /**
     * Watches from now on.
     *
     * @param tell called once, from another thread, when the JVM is asked to end
     * @param grace longest that printing and cleaning up may take
     */
    public Interrupt(Runnable tell, Duration grace) {
        this.tell = tell;
        this.grace = grace;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Tells something else from now on; at once if the user has asked for the end already. */
    public synchronized void tell(Runnable other) {
        tell = other;
        if (happened) {
            other.run();
        }
    }

    private void end() {
        synchronized (this) {
            happened = true;
            tell.run();
        }
        try {
            var _ = OVER.await(grace.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether the user has asked for the end. */
    public synchronized boolean happened() {
        return happened;
    }

    /** Says that this process has nothing more to print or to clean up. */
    public static void processOver() {
        OVER.countDown();
    }

    /** Watches no more, unless the JVM is ending: then it ends after {@link #processOver}. */
    @Override
    public void close() {
        try {
            var _ = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // it is running already
        }
    }
}
