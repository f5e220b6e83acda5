package org.urdma4j.tools.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.tools.Interruptible;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.terminal.ThisJava;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Real namespaces and processes; and that none of them is left. */
@Tag("netns")
@Timeout(180)
class LabRunTest {
    private static final Path NAMESPACES = Path.of("/run/netns");

    @TempDir private Path folder;

    @BeforeEach
    void requireNamespaces() throws IOException {
        boolean root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        boolean tools =
                Stream.of("/sbin/ip", "/usr/sbin/ip", "/bin/ip")
                        .anyMatch(ip -> Files.isExecutable(Path.of(ip)));
        if (!root || !tools || !Files.isWritable(Path.of("/dev/net/tun"))) {
            String reason = "needs root, iproute2 and /dev/net/tun";
            System.out.println("Skipped: " + reason);
            abort(reason);
        }
    }

    private static List<String> namespacesOf(long pid) throws IOException {
        if (!Files.isDirectory(NAMESPACES)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(NAMESPACES)) {
            return all.map(path -> path.getFileName().toString())
                    .filter(name -> name.startsWith("urdma-lab-" + pid + "-"))
                    .toList();
        }
    }

    @Test
    void shouldMeasureACellAndLeaveNothingBehind() throws IOException {
        Path csv = folder.resolve("lab.csv");
        Path report = folder.resolve("lab.html");

        Invocation result =
                Invocation.of(
                        "lab",
                        "--cells",
                        "5ms/0/50M",
                        "--protocols",
                        "tcp-cubic,urdma",
                        "--time",
                        "1",
                        "--omit",
                        "1",
                        "--repeat",
                        "1",
                        "--csv",
                        csv,
                        "--report",
                        report);

        assertThat(result.err()).startsWith("2 runs, about 1 min\nTCP by ");
        assertThat(result.status()).isZero();
        assertThat(result.out()).contains("5 ms, 0 %, 0.05 Gbit/s, MTU 1500");
        assertThat(Files.readAllLines(csv)).hasSize(3);
        for (String line : Files.readAllLines(csv).subList(1, 3)) {
            assertThat(Double.parseDouble(line.split(",", -1)[9])).isBetween(1e6, 50e6);
        }
        assertThat(report).content().endsWith("</html>\n");
        assertThat(namespacesOf(ProcessHandle.current().pid())).isEmpty();
        assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive)).isEmpty();
    }

    /** On a busy machine it may be void, after a second run; there are figures all the same. */
    @Test
    void shouldMeasureAFlowBesideTcp() throws IOException {
        Path csv = folder.resolve("cells.csv");
        Path report = folder.resolve("cells.html");

        Invocation result =
                Invocation.of(
                        "lab",
                        "--coexist",
                        "cubic",
                        "--queues",
                        "1",
                        "--rates",
                        "20M",
                        "--rtts",
                        "5ms",
                        "--time",
                        "1",
                        "--omit",
                        "0",
                        "--csv",
                        csv,
                        "--report",
                        report);

        assertThat(result.err()).startsWith("1 cells, about 1 min\nTCP by ");
        assertThat(result.status()).isZero();
        assertThat(result.out()).contains("1 cubic         20      5      1 rival ");
        String[] figures = Files.readAllLines(csv).get(1).split(",", -1);
        if (figures[16].isEmpty()) {
            assertThat(Double.parseDouble(figures[6])).as("ours").isBetween(0.0, 2.5);
            assertThat(Double.parseDouble(figures[7])).as("rival").isBetween(0.0, 2.5);
            assertThat(Double.parseDouble(figures[10])).as("queue, ms").isBetween(0.0, 50.0);
        }
        assertThat(report).content().contains("tcp-cubic 1").endsWith("</html>\n");
        assertThat(namespacesOf(ProcessHandle.current().pid())).isEmpty();
        assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void shouldTakeAwayEverythingWhenItIsInterrupted() throws Exception {
        List<String> command = new ArrayList<>(ThisJava.command());
        command.addAll(List.of("lab", "--cells", "5ms/0/50M", "--protocols", "urdma"));
        Process lab =
                new ProcessBuilder(Interruptible.command(command))
                        .redirectErrorStream(true)
                        .start();
        List<ProcessHandle> children = List.of();
        while (children.size() < 3 && lab.isAlive()) { // emulator, server, client
            Thread.sleep(20);
            children = lab.children().filter(child -> isEnd(child)).toList();
        }
        assertThat(namespacesOf(lab.pid())).hasSize(2);

        Interruptible.interrupt(lab);

        String output = new String(lab.getInputStream().readAllBytes(), UTF_8);
        assertThat(lab.waitFor()).as(output).isEqualTo(130); // 128 + SIGINT
        assertThat(namespacesOf(lab.pid())).isEmpty();
        assertThat(children).hasSize(3).noneMatch(ProcessHandle::isAlive);
        assertThat(output).contains("Goodput in Gbit/s").doesNotContain("Exception", "\tat ");
    }

    /** Not what any of them is about to run, which looks like who starts it for a moment. */
    private static boolean isEnd(ProcessHandle process) {
        try {
            String command = Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
            return command.substring(0, command.indexOf('\0')).endsWith("/java")
                    && !command.contains("\0lab\0");
        } catch (IOException | StringIndexOutOfBoundsException _) {
            return false; // it has ended
        }
    }

    @Test
    void shouldSayInOneLineThatTheKernelHasNoNetem() throws IOException {
        Invocation result = Invocation.of("lab", "--netem", "--cells", "1ms/0", "--time", "1");

        if (result.status() == 0) {
            abort("this kernel has netem");
        }
        assertThat(result.status()).isEqualTo(1);
        assertThat(result.errLines()).hasSize(1);
        assertThat(result.err()).contains("no netem", "leave out --netem");
        assertThat(namespacesOf(ProcessHandle.current().pid())).isEmpty();
    }
}
