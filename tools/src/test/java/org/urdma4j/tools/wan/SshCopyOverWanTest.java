package org.urdma4j.tools.wan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.fixtures.Nightly;
import org.urdma4j.tools.CommandHost;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.terminal.ThisJava;
import org.urdma4j.wan.WanPath;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** {@code urdma copy --ssh} with OpenSSH's server over a long path with losses. */
@Tag("netns")
@Timeout(200)
class SshCopyOverWanTest {
    @RegisterExtension private final NamespacePair pair = new NamespacePair();

    @TempDir private Path folder;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private CommandHost near;
    private String ssh;

    @BeforeEach
    void open() throws Exception {
        NamespacePair.require(Nightly.ON, "a test of the night (docs/testing.md)");
        for (String each : List.of("/usr/bin/ssh", "/usr/sbin/sshd", "/usr/bin/ssh-keygen")) {
            NamespacePair.require(
                    Files.isExecutable(Path.of(each)), each + " is not installed (.ci/packages)");
        }
        for (String each : List.of(pair.first, pair.second)) {
            NamespacePair.output(List.of("ip", "-n", each, "link", "set", "lo", "up"));
        }
        List<String> path = List.of("--rate", "500M", "--delay", "20ms", "--loss", "0.1%");
        opened.add(WanPath.open(WanCommandTest.parse(pair.first, pair.second, path), () -> {}));
        near = CommandHost.start(inside(pair.first));
        opened.add(near);
        serve();
    }

    private static List<String> inside(String namespace, String... command) {
        List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
        all.addAll(List.of(command));
        return all;
    }

    private void serve() throws Exception {
        Path key = folder.resolve("key");
        NamespacePair.output(
                List.of("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key.toString()));
        Path config = folder.resolve("sshd.conf");
        Files.writeString(
                config,
                """
                HostKey %1$s
                AuthorizedKeysFile %1$s.pub
                ListenAddress %2$s:2222
                PidFile none
                PermitRootLogin yes
                StrictModes no
                UsePAM no
                """
                        .formatted(key, WanPath.SECOND.ipv4()));
        Files.createDirectories(Path.of("/run/sshd"));
        Process sshd =
                new ProcessBuilder(
                                inside(
                                        pair.second,
                                        "/usr/sbin/sshd",
                                        "-D",
                                        "-e",
                                        "-f",
                                        config.toString()))
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("sshd.log").toFile())
                        .start();
        opened.add(() -> sshd.destroyForcibly().waitFor(10, TimeUnit.SECONDS));
        List<String> look = inside(pair.second, "ss", "-Hltn", "sport = :2222");
        while (NamespacePair.output(look).isBlank()) { // as long as the test may take
            assertThat(sshd.isAlive()).isTrue();
            Thread.sleep(20);
        }
        ssh =
                ("--ssh=ssh -F none -p 2222 -i %s -o BatchMode=yes -o StrictHostKeyChecking=no"
                                + " -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR")
                        .formatted(key);
    }

    @AfterEach
    void close() throws Exception {
        Collections.reverse(opened);
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    private Invocation copy(Object... words) throws Exception {
        Object[] all =
                Stream.concat(
                                Stream.of(
                                        "copy",
                                        ssh,
                                        "--remote-command",
                                        String.join(" ", ThisJava.command())),
                                Stream.of(words))
                        .toArray();
        return near.run(all).end();
    }

    private Path file() throws IOException {
        byte[] content = new byte[8_000_001];
        new Random(7).nextBytes(content);
        return Files.write(folder.resolve("file"), content);
    }

    private String far(String path) {
        return "root@%s:%s/%s".formatted(WanPath.SECOND.ipv4(), folder, path);
    }

    private void shut(String rule) throws Exception {
        for (String each :
                List.of(
                        "add table inet t",
                        "add chain inet t in { type filter hook input priority 0; }",
                        "add rule inet t in " + rule)) {
            NamespacePair.output(inside(pair.second, "nft", each));
        }
    }

    @Test
    void shouldCopyThereAndBack() throws Exception {
        Path file = file();
        Invocation push = copy(file, far("it's a copy"));
        assertThat(push.status()).as(push.err()).isZero();
        assertThat(folder.resolve("it's a copy")).hasSameBinaryContentAs(file);
        Invocation pull = copy(far("it's a copy"), folder.resolve("back"), "--verify");
        assertThat(pull.status()).as(pull.err()).isZero();
        assertThat(folder.resolve("back")).hasSameBinaryContentAs(file);
    }

    @Test
    void shouldSayThatUdpIsShut() throws Exception {
        shut("udp dport 4791 drop");
        Invocation push = copy(file(), far("copy"), "--port", 4791);
        assertThat(push.status()).isEqualTo(1);
        assertThat(push.errLines())
                .first()
                .asString()
                .startsWith("urdma: no answer yet from UDP port 4791 of 10.77.0.2; is it open?");
    }

    @Test
    void shouldSayThatTcpIsShut() throws Exception {
        shut("tcp dport 4791 drop");
        Invocation push = copy(file(), far("copy"), "--port", 4791);
        assertThat(push.status()).isEqualTo(1);
        assertThat(push.err()).startsWith("urdma: TCP port 4791 of 10.77.0.2 isn't reached");
    }

    @Test
    void shouldSayThatSshIsRefused() throws Exception {
        ssh = ssh.replaceFirst("-i \\S+", "");
        Invocation push = copy(file(), far("copy"));
        assertThat(push.status()).isEqualTo(1);
        assertThat(push.errLines()).hasSize(2);
        assertThat(push.errLines().getFirst()).contains("Permission denied");
        assertThat(push.errLines().getLast())
                .isEqualTo("urdma: ssh doesn't reach root@10.77.0.2, see above");
    }
}
