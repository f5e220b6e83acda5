package org.urdma4j.tools.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.OwnLoopback;
import org.urdma4j.tools.terminal.ThisJava;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What goes wrong at the far end of {@code urdma copy --ssh}, with OpenSSH's server here. */
@Tag("netns")
@Timeout(200)
class SshFaultsTest {
    private static final String SSHD = "/usr/sbin/sshd";
    private static final int MIB = 1 << 20;

    @TempDir private Path here;
    @TempDir private Path there;

    private Process sshd;
    private int port;
    private String ssh;

    @BeforeEach
    void serve() throws Exception {
        if (!Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)) {
            System.out.println("Skipped: needs root");
            abort("needs root");
        }
        for (String each : List.of("/usr/bin/ssh", SSHD, "/usr/bin/ssh-keygen")) {
            if (!Files.isExecutable(Path.of(each))) {
                System.out.println("Skipped: " + each + " is not installed (.ci/packages)");
                abort(each);
            }
        }
        Path key = here.resolve(".key");
        Process made =
                new ProcessBuilder(
                                "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key.toString())
                        .start();
        assertThat(made.waitFor()).isZero();
        port = Invocation.freePort();
        Path config = here.resolve(".sshd.conf");
        Files.writeString(
                config,
                """
                HostKey %1$s
                AuthorizedKeysFile %1$s.pub
                ListenAddress 127.0.0.1:%2$d
                PidFile none
                PermitRootLogin yes
                StrictModes no
                UsePAM no
                """
                        .formatted(key, port));
        Files.createDirectories(Path.of("/run/sshd"));
        sshd =
                new ProcessBuilder(SSHD, "-D", "-e", "-f", config.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(here.resolve(".sshd.log").toFile())
                        .start();
        while (!listens()) { // as long as the test may take
            assertThat(sshd.isAlive()).isTrue();
            Thread.onSpinWait();
        }
        Path known = here.resolve(".known");
        String[] words = Files.readString(Path.of(key + ".pub")).split(" ", -1);
        Files.writeString(known, "[127.0.0.1]:%d %s %s\n".formatted(port, words[0], words[1]));
        ssh =
                ("--ssh=ssh -F none -p %d -i %s -o BatchMode=yes -o StrictHostKeyChecking=yes"
                                + " -o UserKnownHostsFile=%s")
                        .formatted(port, key, known);
    }

    private boolean listens() {
        try (Socket socket = new Socket(Proxy.NO_PROXY)) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        if (sshd != null) {
            var _ = sshd.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
    }

    private static String java() {
        List<String> java = new ArrayList<>(ThisJava.command());
        java.addAll(1, List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        java.remove("-XX:+UseParallelGC");
        return String.join(" ", java);
    }

    private static Invocation copy(Object... words) {
        Object[] all =
                Stream.concat(
                                Stream.of("copy"),
                                Stream.concat(
                                        Stream.of(words),
                                        Stream.of(
                                                "--remote-address",
                                                OwnLoopback.address(63).getHostAddress())))
                        .toArray();
        return Invocation.of(all).withoutWaits();
    }

    private static String far(Path path) {
        return "127.0.0.1:" + path;
    }

    private static Path write(Path file, int bytes) throws IOException {
        return Files.write(file, new byte[bytes]);
    }

    @Test
    void anUnknownHostKeyShouldBeWhatSshSaysAndALine() throws Exception {
        ssh = ssh.replaceFirst("UserKnownHostsFile=\\S+", "UserKnownHostsFile=/dev/null");
        Invocation push = copy(ssh, write(here.resolve("f"), 10), far(there.resolve("g")));
        assertThat(push.status()).isEqualTo(1);
        assertThat(push.err()).contains("Host key verification failed.");
        assertThat(push.errLines().getLast())
                .isEqualTo("urdma: ssh doesn't reach 127.0.0.1, see above");
        assertThat(there).isEmptyDirectory();
    }

    @Test
    void aHostWithoutUrdmaShouldBeALine() throws Exception {
        Path file = write(here.resolve("f"), 10);
        Invocation push = copy(ssh, "--remote-command", "/no/urdma", file, far(there.resolve("g")));
        assertThat(push.status()).isEqualTo(1);
        assertThat(push.errLines()).as(push.err()).hasSize(1);
        assertThat(push.err()).startsWith("urdma: 127.0.0.1 has no urdma at \"/no/urdma\"");
    }

    /** Without the capabilities of root what is its own can be shut to it. */
    @Test
    void whatMayNotBeWrittenOrReadThereShouldBeALineEach() throws Exception {
        String bare = "setpriv --bounding-set -all --inh-caps -all " + java();
        Path file = write(here.resolve("f"), 10);
        write(there.resolve("shut"), 10);
        write(there.resolve("open"), 11);
        mode(there.resolve("shut"), "---------");
        Path folder = Files.createDirectory(there.resolve("d"));
        mode(folder, "r-xr-xr-x");
        Invocation push = copy(ssh, "--remote-command", bare, file, far(folder.resolve("g")));
        assertThat(push.status()).isEqualTo(1);
        assertThat(push.errLines()).as(push.err()).hasSize(1);
        assertThat(push.err()).startsWith("urdma: ").contains("g: ", "permission");
        Path got = here.resolve("got");
        Invocation pull = copy(ssh, "--remote-command", bare, far(there) + "/", got);
        assertThat(pull.status()).isEqualTo(1);
        assertThat(pull.errLines()).as(pull.err()).hasSize(1);
        assertThat(pull.err()).startsWith("urdma: ").contains("shut: ", "permission");
        assertThat(got.resolve("open")).hasSize(11);
        mode(folder, "rwx------");
    }

    private static void mode(Path path, String mode) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }

    @Test
    void aDiskThatIsFullThereShouldBeALine() throws Exception {
        String small =
                "unshare -m sh -c 'mount -t tmpfs -o size=2m none %s && exec \"$@\"' sh %s"
                        .formatted(there, java());
        Path large = write(here.resolve("large"), 8 * MIB);
        Invocation push = copy(ssh, "--remote-command", small, large, far(there.resolve("g")));
        assertThat(push.status()).isEqualTo(1);
        assertThat(push.errLines().getLast())
                .isEqualTo("urdma: g: no space left on the disk for its 8388608 bytes");
        Path folder = Files.createDirectory(here.resolve("many"));
        for (int i = 0; i < 30; i++) {
            write(folder.resolve("f" + i), 100_000);
        }
        Invocation many = copy(ssh, "--remote-command", small, folder, far(there));
        assertThat(many.status()).isEqualTo(1);
        assertThat(many.err()).contains("no space left on the disk").doesNotContain("\tat ");
    }
}
