package org.urdma4j.tools;

import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A command in this JVM, on a thread of its own: for tests of what it does, not of its process. */
public final class CommandThread implements AutoCloseable {
    private static final long POLL_NS = 10_000_000;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Thread thread;
    private int status;

    private CommandThread(String... arguments) {
        CommandLine line = Urdma.commandLine(arguments);
        line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        thread =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> status = Failures.execute(line, arguments));
    }

    /** Starts one. */
    public static CommandThread start(Object... arguments) {
        return new CommandThread(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
    }

    /** Waits for a line among its output. */
    public void awaitLine(Predicate<String> wanted) throws Exception {
        await(() -> out.toString().lines().anyMatch(wanted));
    }

    /** Waits for something that it brings about. */
    public void await(Callable<Boolean> event) throws Exception {
        boolean ended = false;
        while (!event.call()) {
            if (ended) {
                throw new IOException("it ended before: " + out + err);
            }
            ended = !thread.isAlive();
            LockSupport.parkNanos(POLL_NS);
        }
    }

    /** Returns the errors that have come so far. */
    public String errSoFar() {
        return err.toString();
    }

    /** Waits until it ends by itself. */
    public Invocation end() throws InterruptedException {
        thread.join();
        return new Invocation(status, out.toString(), err.toString());
    }

    /** Ends it with whatever it has open. */
    @Override
    public void close() {
        thread.interrupt();
        boolean interrupted = Thread.interrupted();
        try {
            thread.join();
        } catch (InterruptedException _) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
