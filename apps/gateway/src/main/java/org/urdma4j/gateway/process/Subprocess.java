package org.urdma4j.gateway.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A program that was started here, with what it prints. Nothing is on its standard input unless it
 * is to be {@link #listening}. Any thread may use it.
 */
public final class Subprocess implements AutoCloseable {
    /** For what takes as long as it takes. */
    public static final long UNLIMITED_S = TimeUnit.DAYS.toSeconds(365);

    private static final File NOTHING = new File("/dev/null");
    private static final long COMMAND_TIMEOUT_S = 20;
    private static final long KILL_TIMEOUT_S = 5;

    private final String name;
    private final Process process;
    private final Text out;
    private final Text err;

    private Subprocess(
            String name, Process process, Consumer<String> lines, Consumer<String> errors) {
        this.name = name;
        this.process = process;
        this.out = new Text(process.getInputStream(), lines);
        this.err = new Text(process.getErrorStream(), errors);
    }

    /**
     * Starts a program.
     *
     * @param name for messages
     * @throws IOException if there is no such program
     */
    public static Subprocess start(String name, List<String> command) throws IOException {
        return start(name, command, _ -> {}, _ -> {});
    }

    /**
     * Starts a program and passes on what it prints.
     *
     * @param name for messages
     * @param lines is given each line of its standard output, at once, on another thread
     * @param errors is given each line of its standard error, on a third
     * @throws IOException if there is no such program
     */
    public static Subprocess start(
            String name, List<String> command, Consumer<String> lines, Consumer<String> errors)
            throws IOException {
        try {
            return new Subprocess(
                    name,
                    new ProcessBuilder(command).redirectInput(Redirect.from(NOTHING)).start(),
                    lines,
                    errors);
        } catch (IOException e) {
            throw new IOException(
                    "can't run \"%s\": is it installed?".formatted(command.getFirst()), e);
        }
    }

    /**
     * Starts a program that can be told something by {@link #say}; the rest as {@link
     * #start(String, List, Consumer, Consumer)}.
     *
     * @throws IOException if there is no such program
     */
    public static Subprocess listening(
            String name, List<String> command, Consumer<String> lines, Consumer<String> errors)
            throws IOException {
        try {
            return new Subprocess(name, new ProcessBuilder(command).start(), lines, errors);
        } catch (IOException e) {
            throw new IOException(
                    "can't run \"%s\": is it installed?".formatted(command.getFirst()), e);
        }
    }

    /**
     * Puts a line on the standard input of a program that is {@link #listening}.
     *
     * @throws IOException if it has ended
     */
    public void say(String line) throws IOException {
        OutputStream input = process.getOutputStream();
        synchronized (input) {
            input.write((line + '\n').getBytes(UTF_8));
            input.flush();
        }
    }

    /**
     * Runs a short command, 20 s at most, and returns what it printed.
     *
     * @throws IOException if it fails; the message is what it said
     */
    public static String run(String... command) throws IOException, InterruptedException {
        try (Subprocess program = start(String.join(" ", command), List.of(command))) {
            return program.finish(COMMAND_TIMEOUT_S);
        }
    }

    /** Returns its number, for the system. */
    public long pid() {
        return process.pid();
    }

    /** Returns whether it has ended, or does so within that time. */
    public boolean isOver(long millis) throws InterruptedException {
        return process.waitFor(millis, TimeUnit.MILLISECONDS);
    }

    /**
     * Waits for a line on its standard output.
     *
     * @throws IOException if it ends before, or is too slow
     */
    public void awaitLine(Predicate<String> wanted, long timeoutS)
            throws IOException, InterruptedException {
        try {
            if (!out.first(wanted).get(timeoutS, TimeUnit.SECONDS)) {
                process.waitFor(KILL_TIMEOUT_S, TimeUnit.SECONDS);
                throw failed();
            }
        } catch (TimeoutException | ExecutionException e) {
            throw new IOException(name + " was not ready within " + timeoutS + " s", e);
        }
    }

    /**
     * Waits until it ends, and returns what it printed, whatever its exit status.
     *
     * @throws IOException if that takes too long, or it printed nothing
     */
    public String output(long timeoutS) throws IOException, InterruptedException {
        String text = awaitEnd(timeoutS, "");
        if (text.isBlank()) {
            throw failed();
        }
        return text;
    }

    /**
     * Waits until it ends well, and returns what it printed.
     *
     * @throws IOException if that takes too long, or its exit status isn't 0: with its last words
     */
    public String finish(long timeoutS) throws IOException, InterruptedException {
        String text = awaitEnd(timeoutS, "");
        if (process.exitValue() != 0) {
            throw failed();
        }
        return text;
    }

    /** Asks it to end, waits for that, and returns what it printed. */
    public String stop(long timeoutS) throws IOException, InterruptedException {
        ask();
        return awaitEnd(timeoutS, " of being told to");
    }

    /** Asks it to end, as SIGTERM does; it may still print and clean up. */
    public void ask() {
        process.toHandle().destroy(); // Process.destroy would close its output as well
    }

    private String awaitEnd(long timeoutS, String since) throws IOException, InterruptedException {
        if (!process.waitFor(timeoutS, TimeUnit.SECONDS)) {
            throw new IOException("%s did not end within %d s%s".formatted(name, timeoutS, since));
        }
        err.all(); // both listeners have heard everything once a caller goes on
        return out.all();
    }

    /** Returns what it has printed until now. */
    public String soFar() {
        return out.soFar();
    }

    private IOException failed() {
        String words = err.all().strip();
        String last = words.substring(words.lastIndexOf('\n') + 1);
        String why =
                last.isEmpty()
                        ? "ended without a word"
                                + (process.isAlive() ? "" : ", status " + process.exitValue())
                        : last;
        String own = name + ": ";
        return new IOException(
                own
                        + (why.startsWith(own)
                                ? why.substring(own.length())
                                : why.replaceFirst("^urdma: ", "")));
    }

    /** Kills it, if it still runs. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(KILL_TIMEOUT_S, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads a stream to its end on a thread of its own. */
    private static final class Text {
        private final StringBuilder text = new StringBuilder();
        private final CompletableFuture<Void> end = new CompletableFuture<>();
        private final Consumer<String> listener;
        private CompletableFuture<Boolean> found = new CompletableFuture<>();
        private Predicate<String> wanted = _ -> false;

        Text(InputStream stream, Consumer<String> listener) {
            this.listener = listener;
            Thread.ofVirtual().start(() -> read(stream));
        }

        private void read(InputStream stream) {
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, UTF_8))) {
                reader.lines().forEach(this::add);
            } catch (IOException | UncheckedIOException _) {
                // killed
            } catch (RuntimeException e) {
                end.completeExceptionally(e); // of the listener; told to whoever waits for the end
            } finally {
                end.complete(null);
                synchronized (this) {
                    found.complete(false);
                }
            }
        }

        private void add(String line) {
            synchronized (this) {
                text.append(line).append('\n');
                if (wanted.test(line)) {
                    found.complete(true);
                }
            }
            listener.accept(line);
        }

        synchronized CompletableFuture<Boolean> first(Predicate<String> line) {
            wanted = line;
            found = new CompletableFuture<>(); // another may have been waited for before
            if (text.toString().lines().anyMatch(line)) {
                found.complete(true);
            } else if (end.isDone()) {
                found.complete(false);
            }
            return found;
        }

        synchronized String soFar() {
            return text.toString();
        }

        String all() {
            try {
                end.completeOnTimeout(null, KILL_TIMEOUT_S, TimeUnit.SECONDS).join();
            } catch (CompletionException e) {
                throw new IllegalStateException(e.getCause());
            }
            return soFar();
        }
    }
}
