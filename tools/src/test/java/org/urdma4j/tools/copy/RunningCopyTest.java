package org.urdma4j.tools.copy;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.copy.rate.RateLimit;
import org.urdma4j.copy.rdma.CopyDevice;
import org.urdma4j.protection.credentials.PskCredentials;
import org.urdma4j.tools.CommandProcess;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.OwnLoopback;

import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Copies that are changed while they run, sealed, and watched. */
class RunningCopyTest {
    @TempDir Path here;
    @TempDir Path served;

    private Path key(String name, long seed) throws IOException {
        Path file = here.resolve(name);
        Files.createFile(
                file,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, PskCredentials.newLine(new SplittableRandom(seed)) + "\n");
    }

    @Test
    void shouldGoByTheRateInAFileAfterASignal() throws Exception {
        Path file = Files.write(here.resolve("file"), new byte[8 << 20]);
        Path rate = Files.writeString(here.resolve("rate"), "1M\n");
        try (ServedFolder server = new ServedFolder(8, served);
                CommandProcess copy =
                        CommandProcess.start(
                                List.of(),
                                "copy",
                                file,
                                server.at("copy"),
                                "--json",
                                "--bwlimit-file",
                                rate)) {
            copy.awaitLine(line -> line.contains("\"limit_bits_per_second\":1000000"));
            Files.writeString(rate, "none\n");
            copy.signal("USR1");
            Invocation end = copy.end().withoutWaits();
            assertThat(end.status()).as(end.err()).isZero();
            assertThat(end.err()).isEqualTo("urdma: no limit");
        }
        assertThat(served.resolve("copy")).hasSize(8 << 20);
    }

    @Test
    void shouldSealWithAKeyThatBothHaveAndRefuseAnother() throws Exception {
        Path file = Files.write(here.resolve("file"), new byte[3_000_000]);
        Path key = key("key", 1);
        try (ServedFolder server =
                new ServedFolder(
                        9, served, "--protect", "psk:" + key, "--metrics", Invocation.freePort())) {
            Invocation push =
                    Invocation.ofCopy(file, server.at("x"), "--protect", "psk:" + key, "--verify");
            assertThat(push.err()).isEmpty();
            assertThat(push.status()).isZero();
            Invocation other =
                    Invocation.ofCopy(file, server.at("y"), "--protect", "psk:" + key("other", 2));
            assertThat(other.status()).isEqualTo(1);
            assertThat(other.errLines()).hasSize(1);
            assertThat(other.err()).startsWith("urdma: can't reach ").doesNotContain("\tat ");
            Invocation none = Invocation.ofCopy(file, server.at("z"));
            assertThat(none.status()).isEqualTo(1);
            assertThat(none.errLines()).hasSize(1);
        }
        assertThat(served.resolve("x")).hasSize(3_000_000);
        assertThat(served.resolve("y")).doesNotExist();
        assertThat(served.resolve("z")).doesNotExist();
    }

    @Test
    void shouldSayInALineThatAnotherHasThePortOfItsRails() throws Exception {
        InetAddress taken = OwnLoopback.address(67);
        Path file = Files.write(here.resolve("file"), new byte[10]);
        try (DatagramSocket _ = new DatagramSocket(new InetSocketAddress(taken, CopyDevice.PORT))) {
            Invocation copy =
                    Invocation.ofCopy(
                            file,
                            OwnLoopback.address(68).getHostAddress() + ":x",
                            "--bind",
                            taken.getHostAddress(),
                            "--rails",
                            OwnLoopback.address(69).getHostAddress());
            assertThat(copy.status()).isEqualTo(1);
            assertThat(copy.err())
                    .isEqualTo(
                            "urdma: UDP port %d of %s is taken by another program\n"
                                    .formatted(CopyDevice.PORT, taken.getHostAddress()));
        }
    }

    @Test
    void shouldAnswerPrometheus() throws Exception {
        int port = Invocation.freePort();
        try (ServedFolder _ = new ServedFolder(10, served, "--metrics", port);
                InputStream answer =
                        URI.create("http://127.0.0.1:%d/metrics".formatted(port))
                                .toURL()
                                .openStream()) {
            String text = new String(answer.readAllBytes(), UTF_8);
            assertThat(text).contains("# TYPE urdma4j_queue_pairs gauge");
            Invocation taken =
                    Invocation.of("serve", here, "--listen", "127.99.9.9", "--metrics", port);
            assertThat(taken.status()).isEqualTo(1);
            assertThat(taken.errLines()).hasSize(1);
            assertThat(taken.err()).contains("metrics can't be served at 127.0.0.1:" + port);
        }
    }

    @Test
    void shouldChangeTheRateByKeys() {
        RateLimit limit = new RateLimit(0, () -> 0);
        List<String> told = new ArrayList<>();
        RateKeys keys = new RateKeys(limit, () -> 500e6, told::add);
        "+-+x-0-0".chars().forEach(keys::press);
        assertThat(told)
                .containsExactly(
                        "limit 400.0 Mbit/s",
                        "limit 500.0 Mbit/s",
                        "limit 400.0 Mbit/s",
                        "no limit",
                        "limit 400.0 Mbit/s",
                        "no limit");
        limit.set(1);
        keys.press('-');
        assertThat(limit.bitsPerSecond()).isEqualTo(RateKeys.LEAST);
    }

    @Test
    void shouldKnowTheForegroundOfATerminal() {
        assertThat(TerminalKeys.isForeground("7 (a) b) S 1 42 42 34816 42 0")).isTrue();
        assertThat(TerminalKeys.isForeground("7 (java) S 1 42 42 34816 43 0")).isFalse();
        assertThat(TerminalKeys.isForeground("7 (java) S 1 42 42 0 -1 0")).isFalse();
    }
}
