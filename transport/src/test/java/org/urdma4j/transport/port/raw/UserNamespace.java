package org.urdma4j.transport.port.raw;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Scripts in namespaces of a user's own: {@code unshare -Urnm}. */
public final class UserNamespace {
    private UserNamespace() {}

    /** Skips the test where users can't make namespaces. */
    public static void require() throws IOException, InterruptedException {
        if (!run("true").isEmpty()) {
            System.out.println("Skipped: no user namespace can be made here (unshare -Urnm)");
            abort("unshare -Urnm");
        }
    }

    /** Returns the command line of a program with the classes of this one. */
    public static String java(Class<?> program, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-XX:TieredStopAtLevel=1"); // too short for more
        command.add("-XX:+UseSerialGC");
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(program.getName());
        command.addAll(List.of(arguments));
        return "'" + String.join("' '", command) + "'";
    }

    /** Returns what a script printed, with {@code failed: } before it if it failed. */
    public static String run(String script) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder("unshare", "-Urnm", "sh", "-c", script)
                        .redirectErrorStream(true)
                        .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? said : "failed: " + said;
    }
}
