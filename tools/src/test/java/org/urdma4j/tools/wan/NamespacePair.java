package org.urdma4j.tools.wan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Two network namespaces of each test's own, gone after it. Skips the test where there are none.
 */
final class NamespacePair implements BeforeEachCallback, AfterEachCallback {
    final String first = "urdma-t%d-a".formatted(ProcessHandle.current().pid());
    final String second = "urdma-t%d-b".formatted(ProcessHandle.current().pid());

    @Override
    public void beforeEach(ExtensionContext context) throws InterruptedException {
        require(Files.isWritable(Path.of("/dev/net/tun")), "/dev/net/tun can't be written");
        require(
                status("ip", "netns", "add", first) == 0
                        && status("ip", "netns", "add", second) == 0,
                "no network namespace can be made: not root, or no ip (Debian: iproute2)");
    }

    @Override
    public void afterEach(ExtensionContext context) throws InterruptedException {
        status("ip", "netns", "del", first);
        status("ip", "netns", "del", second);
    }

    static void require(boolean met, String reason) {
        if (!met) {
            System.out.println("Skipped: " + reason);
            abort(reason);
        }
    }

    static int status(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException _) {
            return -1;
        }
    }

    static String output(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
