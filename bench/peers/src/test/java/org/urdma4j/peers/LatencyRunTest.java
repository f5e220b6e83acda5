package org.urdma4j.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.peers.end.JavaCommand;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The echo through real namespaces and processes; and that none of them is left. */
@Tag("netns")
@Timeout(120)
class LatencyRunTest {
    private static final Path NAMESPACES = Path.of("/run/netns");

    @BeforeEach
    void requireNamespaces() throws IOException {
        boolean root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        boolean tools =
                Stream.of("/sbin/ip", "/usr/sbin/ip", "/bin/ip")
                        .anyMatch(ip -> Files.isExecutable(Path.of(ip)));
        if (!root || !tools) {
            String reason = "needs root and iproute2";
            System.out.println("Skipped: " + reason);
            abort(reason);
        }
    }

    private static Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(JavaCommand.of(Latency.class, List.of(arguments)));
        command.add(1, "-Dbaseline.root=..");
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String output(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), UTF_8);
    }

    private static List<String> namespacesOf(Process process) throws IOException {
        if (!Files.isDirectory(NAMESPACES)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(NAMESPACES)) {
            return all.map(path -> path.getFileName().toString())
                    .filter(name -> name.startsWith("urdma-lab-" + process.pid() + "-"))
                    .toList();
        }
    }

    @Test
    void shouldMeasureTheEchoAndLeaveNothingBehind() throws Exception {
        Process run = start("--askers", "echo", "--rounds", "1", "--time", "2", "--omit", "0");

        String output = output(run);

        assertThat(run.waitFor()).as(output).isZero();
        assertThat(output)
                .contains("2 runs, about 8 s", "round 1 of 1: MTU 1500, busy polling 50 us")
                .containsPattern("\n1500 +0  Netty UDP echo +\\d+\\.\\d  1\\.00 ")
                .containsPattern("\n1500 +50  Netty UDP echo +\\d+\\.\\d  1\\.00 ")
                .doesNotContain("Failed");
        assertThat(namespacesOf(run)).isEmpty();
    }

    @Test
    void shouldTakeAwayEverythingWhenItIsEnded() throws Exception {
        Process run = start("--askers", "echo", "--time", "60");
        List<ProcessHandle> ends = List.of();
        while (ends.size() < 2 && run.isAlive()) { // server and client
            Thread.sleep(20);
            ends = run.children().filter(LatencyRunTest::isEnd).toList();
        }
        assertThat(namespacesOf(run)).hasSize(2);

        run.toHandle().destroy(); // as Ctrl-C does, the JVM runs its hooks
        String output = output(run);

        assertThat(run.waitFor()).as(output).isEqualTo(143); // 128 + SIGTERM
        assertThat(namespacesOf(run)).isEmpty();
        assertThat(ends).hasSize(2).noneMatch(ProcessHandle::isAlive);
        assertThat(output).contains("Aims: ").doesNotContain("Exception", "\tat ", "Failed");
    }

    private static boolean isEnd(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"))
                    .contains("EchoEnd\0");
        } catch (IOException _) {
            return false; // it has ended
        }
    }
}
