package org.urdma4j.tools.copy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.urdma4j.tools.terminal.ThisJava;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Programs in ssh's place that run the far command here.
 *
 * @param here where they are, and what they were called with is
 * @param there where the far command starts
 */
record SshStandIn(Path here, Path there) {
    /** Returns where the words of the last call are, a line each. */
    Path log() {
        return here.resolve(".log");
    }

    /** Makes a program of a shell's commands, after which it does as ssh would. */
    String option(String before) throws IOException {
        Path script = here.resolve(".ssh-" + Integer.toHexString(before.hashCode()));
        Files.writeString(
                script,
                """
                #!/bin/sh
                for word in "$@"; do printf '%%s\\n' "$word"; done >%s
                cd %s || exit
                %s
                shift
                exec sh -c "$*"
                """
                        .formatted(log(), there, before));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        return "--ssh=" + script;
    }

    /** Runs the far end; what isn't needed for long isn't compiled for long. */
    static String far() {
        List<String> java = new ArrayList<>(ThisJava.command());
        java.addAll(1, List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        java.remove("-XX:+UseParallelGC");
        return String.join(" ", java);
    }

    /** Returns the far end that a copy has started, if it is there. */
    Optional<ProcessHandle> farEnd() {
        return ProcessHandle.allProcesses().filter(this::isFarEnd).findFirst();
    }

    private boolean isFarEnd(ProcessHandle process) {
        Path facts = Path.of("/proc", String.valueOf(process.pid()));
        try {
            String command = Files.readString(facts.resolve("cmdline"), ISO_8859_1);
            return command.contains("/bin/java\0")
                    && command.endsWith("serve\0--once\0--stdio\0")
                    && List.of(here.toRealPath(), there.toRealPath())
                            .contains(facts.resolve("cwd").toRealPath());
        } catch (IOException _) {
            return false; // it has ended
        }
    }

    /** Waits until the far end has ended, as long as the test may take. */
    void awaitEnd() throws InterruptedException {
        while (farEnd().isPresent()) {
            Thread.sleep(20);
        }
    }
}
