package org.urdma4j.transport.port.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.util.List;

/** Runs tshark; where it isn't installed the test is skipped. */
final class Tshark {
    private Tshark() {}

    static List<String> lines(List<String> command) throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            try (var output = process.inputReader()) {
                List<String> lines = output.lines().toList();
                assertThat(process.waitFor()).isZero();
                return lines;
            }
        } catch (IOException _) {
            System.out.println("Skipped: tshark is not installed (Debian: tshark)");
            return abort("tshark is not installed (Debian: tshark)");
        }
    }
}
