package org.urdma4j.tools;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts programs that Ctrl-C ends, also where this JVM was started with SIGINT ignored, as a shell
 * does for what runs in its background: programs inherit that, and Java then leaves it so.
 */
public final class Interruptible {
    private static final long SIGINT_BIT = 1L << (2 - 1);
    private static final List<String> UNDO = List.of("env", "--default-signal=INT");

    private Interruptible() {}

    /** Returns a command that does the same as this and can be interrupted, by its own id. */
    public static List<String> command(List<String> command)
            throws IOException, InterruptedException {
        List<String> result = new ArrayList<>();
        if (isIgnoredHere()) {
            requireUndo();
            result.addAll(UNDO);
        }
        result.addAll(command);
        return result;
    }

    /** Interrupts a process as Ctrl-C does. */
    public static void interrupt(Process process) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", String.valueOf(process.pid())).start().waitFor();
    }

    private static boolean isIgnoredHere() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .mapToLong(line -> Long.parseUnsignedLong(line.split("\\s+", -1)[1], 16))
                .anyMatch(ignored -> (ignored & SIGINT_BIT) != 0);
    }

    private static void requireUndo() throws IOException, InterruptedException {
        List<String> trial = new ArrayList<>(UNDO);
        trial.add("true");
        if (new ProcessBuilder(trial).start().waitFor() != 0) {
            String reason = "SIGINT is ignored here, and env (coreutils 8.31) can't undo that";
            System.out.println("Skipped: " + reason);
            abort(reason);
        }
    }
}
