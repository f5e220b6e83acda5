package org.urdma4j.tools.copy;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * Keys that are pressed at the terminal, one by one and without echo. A process in the background
 * never reads, which would stop it, and leaves the terminal as it is.
 */
final class TerminalKeys implements AutoCloseable {
    private static final long POLL_MS = 100;
    private static final File TERMINAL = new File("/dev/tty");
    private static final Path SELF = Path.of("/proc/self/stat");

    /** After the name in brackets: group of the process, and group in the terminal's foreground. */
    private static final int GROUP = 2;

    private static final int FOREGROUND = 5;

    private final InputStream in = System.in;
    private final IntConsumer taker;
    private final CountDownLatch over = new CountDownLatch(1);
    private final String before;

    private TerminalKeys(IntConsumer taker, String before) {
        this.taker = taker;
        this.before = before;
    }

    /** Begins, or returns null where there are no keys: no terminal, the background, no stty. */
    static TerminalKeys open(IntConsumer taker) {
        try {
            if (!isForeground()) {
                return null;
            }
            String before = stty("-g");
            if (before.isEmpty()) {
                return null;
            }
            var _ = stty("-icanon", "-echo", "min", "1");
            TerminalKeys keys = new TerminalKeys(taker, before);
            Thread.ofPlatform().daemon().name("copy-keys").start(keys::run);
            return keys;
        } catch (IOException _) {
            return null;
        }
    }

    private void run() {
        try {
            while (!over.await(POLL_MS, TimeUnit.MILLISECONDS)) {
                while (isForeground() && in.available() > 0) {
                    taker.accept(in.read());
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException _) {
            // the terminal has gone
        }
    }

    private static boolean isForeground() throws IOException {
        String stat = Files.readString(SELF);
        return isForeground(stat);
    }

    /** Returns whether a process with this line of Linux is in its terminal's foreground. */
    static boolean isForeground(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return fields[GROUP].equals(fields[FOREGROUND]);
    }

    private static String stty(String... arguments) throws IOException {
        String[] command = new String[arguments.length + 1];
        command[0] = "stty";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        Process process =
                new ProcessBuilder(command)
                        .redirectInput(TERMINAL)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try (InputStream out = process.getInputStream()) {
            return new String(out.readAllBytes(), US_ASCII).strip();
        }
    }

    @Override
    public void close() {
        over.countDown();
        try {
            if (isForeground()) {
                var _ = stty(before);
            }
        } catch (IOException _) {
            // the terminal has gone
        }
    }
}
