package org.urdma4j.interop.guest;

import org.urdma4j.gateway.process.Subprocess;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * A script that reaches the guest, or what it runs in the guest's network; it takes as long as it
 * takes.
 *
 * @param command with its arguments
 */
public record GuestProcess(List<String> command) {
    public GuestProcess {
        command = List.copyOf(command);
    }

    /** Runs it and returns the lines that it prints. */
    public List<String> output() throws IOException, InterruptedException {
        return run(_ -> {}, _ -> {});
    }

    /**
     * Runs it. It is asked to end when this thread is interrupted.
     *
     * @param lines is given each line of its standard output, at once, on another thread
     * @throws IOException if it fails, with its last word
     */
    public void run(Consumer<String> lines) throws IOException, InterruptedException {
        run(lines, _ -> {});
    }

    List<String> run(Consumer<String> lines, Consumer<String> errors)
            throws IOException, InterruptedException {
        Subprocess process =
                Subprocess.start(name(), command, lines, line -> errors.accept(withoutName(line)));
        try {
            return process.finish(Subprocess.UNLIMITED_S).lines().toList();
        } finally {
            process.ask();
        }
    }

    private String name() {
        return String.valueOf(Path.of(command.getFirst()).getFileName());
    }

    private String withoutName(String line) {
        String name = name() + ": ";
        return line.startsWith(name) ? line.substring(name.length()) : line;
    }
}
