package org.urdma4j.simulation.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Other people's programs that read captures. A test of one that isn't installed is skipped. */
final class Judge {
    /** Debian's, for which python3-scapy is packaged. */
    private static final String PYTHON = "/usr/bin/python3";

    /** Which of them were there already, by what would be said if they weren't. */
    private static final Set<String> FOUND = ConcurrentHashMap.newKeySet();

    private Judge() {}

    /** Returns what tshark prints of a capture, given further options. */
    static List<String> tshark(Path capture, String options)
            throws IOException, InterruptedException {
        require("tshark is not installed (Debian: tshark)", "tshark", "--version");
        return output("tshark -r " + capture + " " + options);
    }

    /** Returns a line for each RoCE packet: "right" or "wrong", and which it was. */
    static List<String> icrcs(Path capture) throws IOException, InterruptedException {
        require(
                PYTHON + " has no scapy.contrib.roce (Debian: python3-scapy)",
                PYTHON,
                "-c",
                "import scapy.contrib.roce");
        return output(PYTHON + " src/test/resources/oracle/icrc.py " + capture + " scapy");
    }

    private static void require(String reason, String... command) throws InterruptedException {
        if (FOUND.contains(reason)) {
            return;
        }
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            if (process.waitFor() == 0) {
                FOUND.add(reason);
                return;
            }
        } catch (IOException _) {
            // not installed: said below
        }
        System.out.println("Skipped: " + reason);
        abort(reason);
    }

    private static List<String> output(String command) throws IOException, InterruptedException {
        Path errors = Files.createTempFile("judge", ".txt");
        try {
            Process process =
                    new ProcessBuilder(command.split(" ")).redirectError(errors.toFile()).start();
            try (var lines = process.inputReader()) {
                List<String> all = lines.lines().toList();
                assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
                return all;
            }
        } finally {
            Files.delete(errors);
        }
    }
}
