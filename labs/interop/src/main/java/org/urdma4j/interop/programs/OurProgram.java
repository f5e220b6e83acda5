package org.urdma4j.interop.programs;

import org.urdma4j.gateway.process.Subprocess;
import org.urdma4j.transport.port.SystemClock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** One of our commands, as a process beside this one. */
final class OurProgram implements AutoCloseable {
    private static final List<Path> TCP =
            List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
    private static final List<Path> UDP =
            List.of(Path.of("/proc/net/udp"), Path.of("/proc/net/udp6"));
    private static final String LISTENS = " 0A ";
    private static final String DEVICE = ":12B7 ";

    /** A JVM starts in a second; on a host that emulates another machine, in some. */
    private static final long READY_S = 60;

    private static final long AFTERWARDS_MS = 300;
    private static final long LOOK_AGAIN_MS = 20;

    private final Subprocess process;
    private final List<String> said = new CopyOnWriteArrayList<>();

    OurProgram(List<String> command) throws IOException {
        process = Subprocess.start("our program", command, said::add, said::add);
    }

    /**
     * Waits until something listens on a TCP port here, or the program has ended.
     *
     * @throws IOException if neither happens within a minute
     */
    void awaitListening(int port) throws IOException, InterruptedException {
        awaitListening(port, READY_S);
    }

    void awaitListening(int port, long timeoutS) throws IOException, InterruptedException {
        String where = ":%04X ".formatted(port);
        awaitSocket(
                TCP,
                line -> line.contains(where) && line.contains(LISTENS),
                "port " + port,
                timeoutS);
    }

    /**
     * Waits until a device is open here, or the program has ended; and a little longer.
     *
     * @throws IOException if neither happens within a minute
     */
    void awaitDevice() throws IOException, InterruptedException {
        awaitSocket(UDP, line -> line.contains(DEVICE), "a device", READY_S);
        process.isOver(AFTERWARDS_MS);
    }

    private void awaitSocket(
            List<Path> tables, Predicate<String> wanted, String what, long timeoutS)
            throws IOException, InterruptedException {
        long start = SystemClock.nowNs();
        while (!process.isOver(0)) {
            for (Path table : tables) {
                try (Stream<String> lines = Files.lines(table)) {
                    if (lines.anyMatch(wanted)) {
                        return;
                    }
                }
            }
            if (SystemClock.nowNs() - start > TimeUnit.SECONDS.toNanos(timeoutS)) {
                throw new IOException(
                        "our program did not open %s within %d s: %s"
                                .formatted(what, timeoutS, soFar()));
            }
            process.isOver(LOOK_AGAIN_MS);
        }
    }

    /**
     * Waits until it has said something, or has ended.
     *
     * @throws IOException if neither happens within a minute
     */
    void awaitWord(String word) throws IOException, InterruptedException {
        process.awaitLine(line -> line.contains(word), READY_S);
    }

    /** Returns what it has said until now. */
    String soFar() {
        return String.join(" ", said);
    }

    /**
     * Waits for the end.
     *
     * @return what it said
     * @throws IOException if it failed, with what it said last, or takes too long
     */
    List<String> finish(int seconds) throws IOException, InterruptedException {
        return process.finish(seconds).lines().toList();
    }

    @Override
    public void close() {
        process.close();
    }
}
