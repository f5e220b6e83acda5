package org.urdma4j.bench.baseline;

import org.urdma4j.gateway.process.Subprocess;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/**
 * JMH in a process of its own, which starts one more for each set of parameters.
 *
 * @param classPath of the benchmarks
 * @param relative whether to run, and divide by, the {@link Calibration}
 * @param length of a run
 */
record JmhProcess(String classPath, boolean relative, Length length) {
    private static final String NONE = "No matching benchmarks";

    /** How long a process is watched. */
    enum Length {
        SHORT("-wi 4 -w 250ms -i 6 -r 150ms"),
        FULL("-wi 5 -w 500ms -i 12 -r 250ms"),
        /** Says nothing of times: for tests. */
        GLANCE("-wi 0 -i 1 -r 1ms");

        private final String options;

        Length(String options) {
            this.options = options;
        }
    }

    /**
     * Runs a method with all its parameters, each in a new process.
     *
     * @return what they came to; nothing if there is no such benchmark
     * @throws IOException if one fails
     */
    Scores run(String method) throws IOException, InterruptedException {
        Path results = Files.createTempFile("baseline", ".json");
        try {
            return finish(method, results) ? JmhJson.read(results, relative) : new Scores();
        } finally {
            Files.deleteIfExists(results);
        }
    }

    private boolean finish(String method, Path results) throws IOException, InterruptedException {
        List<String> said = Collections.synchronizedList(new ArrayList<>());
        try (Subprocess jmh =
                Subprocess.start("JMH", command(method, results), said::add, said::add)) {
            jmh.finish(Subprocess.UNLIMITED_S);
            return true;
        } catch (IOException e) {
            if (said.stream().anyMatch(line -> line.contains(NONE))) {
                return false;
            }
            throw new IOException("%s fails: %s".formatted(method, trouble(said, e)), e);
        }
    }

    private List<String> command(String method, Path results) {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                // two that measure disturb each other; a glance does not measure
                                "-Djmh.ignoreLock=" + (length == Length.GLANCE),
                                "-cp",
                                classPath,
                                "org.openjdk.jmh.Main",
                                "^" + Pattern.quote(method) + "$",
                                "-f",
                                "1",
                                "-foe",
                                "true",
                                "-rf",
                                "json",
                                "-rff",
                                results.toString()));
        command.addAll(BenchmarkSet.OURS);
        command.addAll(List.of(length.options.split(" ")));
        if (relative) {
            command.addAll(List.of("-prof", Calibration.class.getName()));
        }
        return command;
    }

    /** Returns the line of JMH's that tells most. */
    private static String trouble(List<String> said, IOException last) {
        return said.stream()
                .map(String::strip)
                .filter(line -> line.matches("(ERROR: )?([a-z]+\\.)+\\w*(Exception|Error)\\b.*"))
                .findFirst()
                .orElse(last.getMessage());
    }
}
