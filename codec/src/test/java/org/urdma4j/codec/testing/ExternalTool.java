package org.urdma4j.codec.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.util.List;

/** Runs a program that may not be installed. */
public final class ExternalTool {
    private ExternalTool() {}

    /** Aborts the test with a reason if the command can't be run or doesn't succeed. */
    public static void require(String reason, String... command) throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            if (process.waitFor() == 0) {
                return;
            }
        } catch (IOException _) {
            // Not installed: reported below like one that doesn't work.
        }
        System.out.println("Skipped: " + reason);
        abort(reason);
    }

    /** Returns the lines that the command prints; it must succeed. */
    public static List<String> run(String... command) throws IOException, InterruptedException {
        return ending(0, command);
    }

    /** Returns the lines that the command prints; it must end with this status. */
    public static List<String> ending(int status, String... command)
            throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (var output = process.inputReader()) {
            List<String> lines = output.lines().toList();
            assertThat(process.waitFor()).as(String.join(" ", command)).isEqualTo(status);
            return lines;
        }
    }
}
