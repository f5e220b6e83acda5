package org.urdma4j.tools.interop.programs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** One of our commands, as a process beside this one. */
final class OurProgram implements AutoCloseable {
    private static final Path SOCKETS = Path.of("/proc/net/tcp");
    private static final Path SOCKETS6 = Path.of("/proc/net/tcp6");
    private static final Path DEVICES = Path.of("/proc/net/udp");
    private static final Path DEVICES6 = Path.of("/proc/net/udp6");
    private static final int AFTERWARDS_MS = 300;
    private static final String LISTENS = " 0A ";
    private static final int LOOK_AGAIN_MS = 20;

    private final Process process;
    private final List<String> said = new CopyOnWriteArrayList<>();
    private final Thread listener;

    OurProgram(List<String> command) throws IOException {
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        listener = Thread.ofVirtual().start(this::listen);
    }

    private void listen() {
        try (BufferedReader output = process.inputReader(UTF_8)) {
            output.lines().forEach(said::add);
        } catch (IOException | UncheckedIOException _) {
            // It was stopped.
        }
    }

    /** Waits until something listens on a TCP port here, or the program has ended. */
    void awaitListening(int port) throws IOException, InterruptedException {
        String where = ":%04X ".formatted(port);
        while (process.isAlive()) {
            if (listens(SOCKETS, where) || listens(SOCKETS6, where)) {
                return;
            }
            process.waitFor(LOOK_AGAIN_MS, TimeUnit.MILLISECONDS);
        }
    }

    private static boolean listens(Path sockets, String where) throws IOException {
        try (Stream<String> lines = Files.lines(sockets)) {
            return lines.anyMatch(line -> line.contains(where) && line.contains(LISTENS));
        }
    }

    /** Returns what it has said until now. */
    String soFar() {
        return String.join(" ", said);
    }

    /** Waits until a device is open here, or the program has ended; and a little longer. */
    void awaitDevice() throws IOException, InterruptedException {
        while (process.isAlive()) {
            if (isOpen(DEVICES) || isOpen(DEVICES6)) {
                process.waitFor(AFTERWARDS_MS, TimeUnit.MILLISECONDS);
                return;
            }
            process.waitFor(LOOK_AGAIN_MS, TimeUnit.MILLISECONDS);
        }
    }

    private static boolean isOpen(Path sockets) throws IOException {
        try (Stream<String> lines = Files.lines(sockets)) {
            return lines.anyMatch(line -> line.contains(":12B7 "));
        }
    }

    /** Waits until it has said something, or has ended. */
    void awaitWord(String word) throws InterruptedException {
        while (process.isAlive() && said.stream().noneMatch(line -> line.contains(word))) {
            process.waitFor(LOOK_AGAIN_MS, TimeUnit.MILLISECONDS);
        }
    }

    /**
     * Waits for the end.
     *
     * @return what it said
     * @throws IOException if it failed, with what it said last, or takes too long
     */
    List<String> finish(int seconds) throws IOException, InterruptedException {
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            throw new IOException("our program didn't end within %d s".formatted(seconds));
        }
        listener.join();
        if (process.exitValue() != 0) {
            throw new IOException(said.isEmpty() ? "our program failed" : said.getLast());
        }
        return said;
    }

    @Override
    public void close() {
        process.destroy();
    }
}
