package org.urdma4j.tools.wan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Two network namespaces of a test's own, gone after it. Skips the test where there are none. */
final class NamespacePair {
    final String first = "urdma-t%d-a".formatted(ProcessHandle.current().pid());
    final String second = "urdma-t%d-b".formatted(ProcessHandle.current().pid());

    static NamespacePair make() throws Exception {
        require(Files.isWritable(Path.of("/dev/net/tun")), "/dev/net/tun can't be written");
        NamespacePair pair = new NamespacePair();
        require(
                status("ip", "netns", "add", pair.first) == 0
                        && status("ip", "netns", "add", pair.second) == 0,
                "no network namespace can be made: not root, or no ip (Debian: iproute2)");
        return pair;
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

    void remove() throws InterruptedException {
        status("ip", "netns", "del", first);
        status("ip", "netns", "del", second);
    }
}
