package org.urdma4j.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Programs of this machine, in an environment that leads to no Java. */
final class Shell {
    static final String PATH = "/usr/sbin:/usr/bin:/sbin:/bin";

    private Shell() {}

    static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    /** Skips the test where a program isn't there. */
    static void need(String program, String debianPackage) {
        assumeTrue(
                Arrays.stream(PATH.split(":"))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program))),
                "Skipped: %s is not installed (Debian: %s)".formatted(program, debianPackage));
    }

    /** Runs a program and returns what it has printed, on either output. */
    static Result run(Map<String, String> environment, Object... command)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>();
        for (Object word : command) {
            words.add(word.toString());
        }
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("PATH", PATH);
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.outputWriter().close();
        try (var reader = process.inputReader()) {
            String said = reader.readAllAsString();
            return new Result(process.waitFor(), said);
        }
    }

    /** Runs what must succeed. */
    static String succeed(Object... command) throws IOException, InterruptedException {
        return run(Map.of(), command).said();
    }

    /** What a program did. */
    record Result(int status, String all) {
        String said() {
            assertThat(status).as(all).isZero();
            return all;
        }
    }
}
