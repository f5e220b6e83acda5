package org.urdma4j.tools;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.urdma4j.tools.terminal.ThisJava;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A command as a process of its own, which gets Ctrl-C as from a terminal. */
public final class CommandProcess implements AutoCloseable {
    private static final int MOST_S = 220;
    private static final long POLL_NS = 10_000_000;

    private final List<String> errLines = new CopyOnWriteArrayList<>();
    private final Process process;
    private final BufferedReader out;
    private final CompletableFuture<String> err;
    private final StringBuilder soFar = new StringBuilder();

    private CommandProcess(Process process) {
        this.process = process;
        out = process.inputReader(UTF_8);
        err =
                CompletableFuture.supplyAsync(
                        () ->
                                process.errorReader(UTF_8)
                                        .lines()
                                        .peek(errLines::add)
                                        .collect(Collectors.joining("\n")),
                        reader -> Thread.ofPlatform().daemon().start(reader));
        CompletableFuture.delayedExecutor(MOST_S, TimeUnit.SECONDS)
                .execute(process::destroyForcibly);
    }

    /** Starts urdma; SIGINT is not ignored there, even if it is here. */
    public static CommandProcess start(List<String> jvmFlags, Object... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(ThisJava.command());
        command.addAll(1, jvmFlags);
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        return start(command);
    }

    /** The same for any program. */
    public static CommandProcess start(List<String> program)
            throws IOException, InterruptedException {
        return new CommandProcess(new ProcessBuilder(Interruptible.command(program)).start());
    }

    /** Returns the lines of errors that have come so far. */
    public String errSoFar() {
        return String.join("\n", errLines);
    }

    /** Reads its output up to a line of a kind. */
    public void awaitLine(Predicate<String> wanted) throws IOException {
        String line;
        do {
            line = out.readLine();
            if (line == null) {
                throw new IOException("it ended before: " + soFar + err.join());
            }
            soFar.append(line).append('\n');
        } while (!wanted.test(line));
    }

    /** The same, of a line that may have been read before another that was waited for. */
    public void awaitSaid(Predicate<String> wanted) throws IOException {
        if (soFar.toString().lines().noneMatch(wanted)) {
            awaitLine(wanted);
        }
    }

    /** Waits until it has computed for so long. */
    public void awaitCpu(Duration time) throws Exception {
        await(() -> process.info().totalCpuDuration().orElse(Duration.ZERO).compareTo(time) >= 0);
    }

    /** Waits for something that it brings about. */
    public void await(Callable<Boolean> event) throws Exception {
        while (!event.call()) {
            if (!process.isAlive()) {
                throw new IOException("it ended before: " + err.join());
            }
            LockSupport.parkNanos(POLL_NS);
        }
    }

    /** Presses Ctrl-C, and returns how it ended. */
    public Invocation interrupt() throws IOException, InterruptedException {
        Interruptible.interrupt(process);
        return end();
    }

    /** Sends it a signal, by the name that kill(1) has for it. */
    public void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
    }

    /** Returns its number. */
    public long pid() {
        return process.pid();
    }

    /** Waits until it ends by itself. */
    public Invocation end() throws IOException, InterruptedException {
        try {
            out.lines().forEach(line -> soFar.append(line).append('\n'));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return new Invocation(process.waitFor(), soFar.toString(), err.join());
    }

    /** The same, and it has to end well. */
    public void endWell() throws IOException, InterruptedException {
        Invocation end = end();
        assertThat(end.status()).as(end.out() + end.err()).isZero();
    }

    /**
     * Waits until a client and its server have ended, both of them well. Where one hasn't, the
     * other may know why.
     */
    public static void endWell(CommandProcess asking, CommandProcess serving)
            throws IOException, InterruptedException {
        Invocation asked = asking.end();
        Invocation served = asked.status() == 0 ? serving.end() : serving.interrupt();
        assertThat(List.of(asked, served)).allMatch(end -> end.status() == 0);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
