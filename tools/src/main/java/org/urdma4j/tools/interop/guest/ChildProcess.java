package org.urdma4j.tools.interop.guest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A process that is run to its end, with what it prints. */
public final class ChildProcess {
    private static final String NAME = "rxe-guest: ";

    private final List<String> command;
    private Consumer<String> errors = line -> {};

    /** Nothing is started yet. */
    public ChildProcess(List<String> command) {
        this.command = command;
    }

    /** Sets who is given the lines of the standard error. */
    public ChildProcess withErrors(Consumer<String> consumer) {
        errors = consumer;
        return this;
    }

    /** Runs it and returns the lines that it prints. */
    public List<String> output() throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        run(lines::add);
        return lines;
    }

    /**
     * Runs it. It is stopped when this thread is interrupted.
     *
     * @param lines is given each line of its standard output, at once
     * @throws IOException if it fails, with its last word
     */
    public void run(Consumer<String> lines) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).start();
        List<String> said = new ArrayList<>();
        Thread listener = Thread.ofVirtual().start(() -> listen(process, said));
        try {
            try (BufferedReader output = process.inputReader(UTF_8)) {
                output.lines().forEach(lines);
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
            int status = process.waitFor();
            listener.join();
            if (status != 0) {
                throw new IOException(
                        said.isEmpty()
                                ? "%s ended with status %d".formatted(command.getFirst(), status)
                                : said.getLast());
            }
        } finally {
            process.destroy();
        }
    }

    private void listen(Process process, List<String> said) {
        try (BufferedReader error = process.errorReader(UTF_8)) {
            error.lines()
                    .map(line -> line.startsWith(NAME) ? line.substring(NAME.length()) : line)
                    .forEach(line -> {
                        said.add(line);
                        errors.accept(line);
                    });
        } catch (IOException | UncheckedIOException _) {
            // It has ended.
        }
    }
}
