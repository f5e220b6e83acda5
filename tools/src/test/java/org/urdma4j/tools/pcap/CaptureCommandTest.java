package org.urdma4j.tools.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.tools.CommandHost;
import org.urdma4j.tools.CommandProcess;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.UserNamespaces;
import org.urdma4j.tools.terminal.ThisJava;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Captures of our own transfers, which tshark counts, and what is refused. */
class CaptureCommandTest {
    private static final Pattern COUNTS =
            Pattern.compile("(\\d+) frames captured, (\\d+) dropped by the kernel");

    @TempDir private Path folder;

    private static int captured(Invocation capture) {
        Matcher counts = COUNTS.matcher(capture.out());
        assertThat(counts.find()).as(capture.out() + capture.err()).isTrue();
        assertThat(counts.group(2)).isEqualTo("0");
        return Integer.parseInt(counts.group(1));
    }

    private static List<String> tshark(Path file, String... options) throws Exception {
        List<String> command =
                Stream.concat(Stream.of("tshark", "-r", file.toString()), Stream.of(options))
                        .toList();
        Process tshark;
        try {
            tshark =
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
        } catch (IOException _) {
            System.out.println("Skipped: tshark is not installed");
            return abort("tshark is not installed");
        }
        try (var lines = tshark.inputReader()) {
            List<String> all = lines.lines().toList();
            assertThat(tshark.waitFor()).isZero();
            return all;
        }
    }

    @Test
    @Tag("userns")
    @Tag("oracle")
    void shouldSeeTheSameAtBothEndsOfACable() throws Exception {
        UserNamespaces.requireLibpcap();
        Path one = folder.resolve("a.pcap");
        Path other = folder.resolve("b.pcap");
        try (UserNamespaces net = UserNamespaces.make();
                CommandProcess a = net.urdma("a", "pcap", "capture", "-i", "eth0", one);
                CommandProcess b = net.urdma("b", "pcap", "capture", "-i", "any", other)) {
            a.awaitLine(line -> line.contains("capturing on eth0"));
            b.awaitLine(line -> line.contains("capturing on any"));
            net.ping("--backend", "raw", "--roce", "v1");
            net.ping();

            Invocation atA = a.interrupt();
            Invocation atB = b.interrupt();

            assertThat(atA.status()).isEqualTo(130);
            assertThat(atA.err()).isEmpty();
            int frames = captured(atA);
            assertThat(frames).isGreaterThan(20).isEqualTo(captured(atB));
            assertThat(tshark(one)).hasSize(frames);
            assertThat(tshark(one, "-Y", "infiniband")).hasSize(frames);
            assertThat(tshark(other, "-Y", "infiniband")).hasSize(frames);
            assertThat(Invocation.of("pcap", "check", one).status()).isZero();
            assertThat(CaptureCheck.of(one).packets()).isEqualTo(CaptureCheck.of(other).packets());
        }
    }

    @Test
    @Tag("userns")
    void shouldEndAfterSoManyFramesOfOneQueuePair() throws Exception {
        UserNamespaces.requireLibpcap();
        Path file = folder.resolve("a.pcap");
        try (UserNamespaces net = UserNamespaces.make()) {
            CommandHost.Command a =
                    net.hosted(
                            "a", "pcap", "capture", "-i", "eth0", "--qp", "1", "--count", 2, file);
            a.awaitLine(line -> line.contains("capturing"));
            net.ping("--backend", "raw", "--roce", "v1");

            Invocation end = a.end();

            assertThat(end.status()).as(end.err()).isZero();
            assertThat(captured(end)).isEqualTo(2);
            assertThat(Invocation.of("pcap", "show", file).out().lines())
                    .hasSize(2)
                    .allMatch(line -> line.contains("qp 0x000001"));
        }
    }

    @Test
    @Tag("userns")
    void shouldEndInTimeAndSayWhatCanNotBe() throws Exception {
        UserNamespaces.requireLibpcap();
        Path file = folder.resolve("a.pcap");
        try (UserNamespaces net = UserNamespaces.make()) {
            Invocation quiet =
                    net.hosted("a", "pcap", "capture", "-i", "eth0", "--time", "10ms", file).end();
            Invocation nowhere = net.hosted("a", "pcap", "capture", "-i", "eth9", file).end();
            Invocation wrong =
                    net.hosted("a", "pcap", "capture", "-i", "eth0", "--filter", "roce", file)
                            .end();

            assertThat(quiet.status()).as(quiet.err()).isZero();
            assertThat(quiet.out()).endsWith("0 frames captured, 0 dropped by the kernel\n");
            assertThat(Invocation.of("pcap", "check", file).out()).contains("0 RoCE packets");
            assertThat(nowhere.status()).isEqualTo(1);
            assertThat(nowhere.errLines()).hasSize(1);
            assertThat(nowhere.err()).contains("there is no interface eth9");
            assertThat(wrong.status()).isEqualTo(1);
            assertThat(wrong.errLines()).hasSize(1);
            assertThat(wrong.err()).contains("'roce' is no filter: ");
        }
    }

    @Test
    void shouldSayInOneLineWhatToInstall() throws Exception {
        Process process = new ProcessBuilder(command("lo")).start();
        String err = new String(process.getErrorStream().readAllBytes(), UTF_8);

        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(err)
                .isEqualTo(
                        "urdma: EOPNOTSUPP: libpcap can't be loaded: install it (Debian: libpcap0.8)"
                                + System.lineSeparator());
    }

    private List<String> command(String from) {
        List<String> command = new ArrayList<>(ThisJava.command());
        command.add(1, "-Dorg.pcap4j.core.pcapLibName=a-library-that-nobody-has");
        command.addAll(List.of("pcap", "capture", "-i", from, folder.resolve("x").toString()));
        return command;
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        assertRefused("--count is 0", "--count", "0");
        assertRefused("--qp is a filter itself", "--qp", "17", "--filter", "udp");
        assertRefused("--buffer is 1000", "--buffer", "1000");
        assertRefused("not a number of 24 bits", "--qp", "0x1000000");
    }

    private void assertRefused(String why, Object... options) {
        Object[] all =
                Stream.concat(
                                Stream.of("pcap", "capture", "-i", "lo", folder.resolve("x")),
                                Stream.of(options))
                        .toArray();
        Invocation refused = Invocation.of(all);
        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.err()).contains(why);
    }
}
