package org.urdma4j.transport.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The guest that tools/interop/rxe-guest has started; its network can be entered through it. */
final class Guest {
    private static final Path SCRIPTS = Path.of("..", "tools", "interop").toAbsolutePath();

    private final Map<String, String> status;

    private Guest(Map<String, String> status) {
        this.status = status;
    }

    /** Returns the guest, or null if none is up. Starts and installs nothing. */
    static Guest find() throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(script("rxe-guest"), "status")
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            try (var output = process.inputReader()) {
                Map<String, String> status =
                        output.lines()
                                .map(line -> line.split("=", 2))
                                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
                if (process.waitFor() == 0) {
                    return new Guest(status);
                }
            }
        } catch (IOException _) {
            // No shell, no guest.
        }
        return null;
    }

    /** Runs a program of ours in the guest's network; returns the lines that it prints. */
    List<String> run(Class<?> program, Path capture) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.addAll(List.of(script("rxe-guest"), "run", "--capture", capture.toString()));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Xshare:auto"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(List.of(status.get("address"), status.get("guest"), status.get("port")));
        return lines(command);
    }

    /** Runs the checker in Python, which shares nothing with ours; returns what it prints. */
    static List<String> checkIcrcs(Path capture) throws IOException, InterruptedException {
        return lines(List.of(script("icrc-check.py"), capture.toString()));
    }

    private static String script(String name) {
        return SCRIPTS.resolve(name).normalize().toString();
    }

    private static List<String> lines(List<String> command)
            throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (var output = process.inputReader()) {
            List<String> lines = output.lines().toList();
            assertThat(process.waitFor()).as("exit status of " + command.getFirst()).isZero();
            return lines;
        }
    }
}
