package org.urdma4j.bench.lab.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/** A process of the lab, with what it prints. */
final class Child implements AutoCloseable {
    private static final long KILL_TIMEOUT_S = 5;

    private final String name;
    private final Process process;
    private final Text out;
    private final Text err;

    Child(String name, Process process) {
        this.name = name;
        this.process = process;
        this.out = new Text(process.getInputStream());
        this.err = new Text(process.getErrorStream());
    }

    long pid() {
        return process.pid();
    }

    /**
     * Waits for a line on its standard output.
     *
     * @throws IOException if it ends before, or is too slow
     */
    void awaitLine(Predicate<String> wanted, long timeoutS)
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
    String output(long timeoutS) throws IOException, InterruptedException {
        if (!process.waitFor(timeoutS, TimeUnit.SECONDS)) {
            throw new IOException(name + " did not end within " + timeoutS + " s");
        }
        String text = out.all();
        if (text.isBlank()) {
            throw failed();
        }
        return text;
    }

    /** Asks it to end, waits for that, and returns what it printed. */
    String stop(long timeoutS) throws IOException, InterruptedException {
        process.toHandle().destroy(); // Process.destroy would close its output as well
        if (!process.waitFor(timeoutS, TimeUnit.SECONDS)) {
            throw new IOException(name + " did not end within " + timeoutS + " s of being told to");
        }
        return out.all();
    }

    /** Waits until it ends, and returns its last words on standard error. */
    String awaitEnd(long timeoutS) throws IOException, InterruptedException {
        if (!process.waitFor(timeoutS, TimeUnit.SECONDS)) {
            throw new IOException(name + " did not end within " + timeoutS + " s");
        }
        return lastWords();
    }

    private String lastWords() {
        String words = err.all().strip();
        return words.substring(words.lastIndexOf('\n') + 1);
    }

    private IOException failed() {
        String last = lastWords();
        String why =
                last.isEmpty()
                        ? "ended without a word"
                                + (process.isAlive() ? "" : ", status " + process.exitValue())
                        : last;
        return new IOException(name + ": " + why.replaceFirst("^urdma: ", ""));
    }

    /** Kills it. */
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
        private final CompletableFuture<Boolean> found = new CompletableFuture<>();
        private Predicate<String> wanted = _ -> false;

        Text(InputStream stream) {
            Thread.ofVirtual().start(() -> read(stream));
        }

        private void read(InputStream stream) {
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, UTF_8))) {
                reader.lines().forEach(this::add);
            } catch (IOException | UncheckedIOException _) {
                // killed
            } finally {
                found.complete(false);
                end.complete(null);
            }
        }

        private synchronized void add(String line) {
            text.append(line).append('\n');
            if (wanted.test(line)) {
                found.complete(true);
            }
        }

        synchronized CompletableFuture<Boolean> first(Predicate<String> line) {
            wanted = line;
            return text.toString().lines().anyMatch(line)
                    ? CompletableFuture.completedFuture(true)
                    : found;
        }

        String all() {
            end.completeOnTimeout(null, KILL_TIMEOUT_S, TimeUnit.SECONDS).join();
            synchronized (this) {
                return text.toString();
            }
        }
    }
}
