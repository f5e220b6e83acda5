package org.urdma4j.tools.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.protection.credentials.PskCredentials;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.Loopback;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.SplittableRandom;

/** The demo over real sockets, with small files. */
@Loopback
class DemoTest {
    @TempDir private Path folder;

    @Test
    void shouldMoveARandomFileOverBothPathsWithBothProfiles() throws IOException {
        Invocation demo = demo("--size", "3M", "--delay", "1ms", "--loss", "1%");

        assertThat(demo.status()).as(demo.err()).isZero();
        assertThat(demo.out()).containsPattern("(?m)^clean +Standard .* 0 \\(0.0 %\\) .* same$");
        assertThat(demo.out()).containsPattern("(?m)^clean +URDMA .* same$");
        assertThat(demo.out()).containsPattern("(?m)^1% loss, 1ms each way +Standard .* same$");
        assertThat(demo.out()).containsPattern("(?m)^1% loss, 1ms each way +URDMA .* same$");
    }

    @Test
    void shouldMoveAGivenFileOfAnyLength() throws IOException {
        Path file = folder.resolve("odd");
        Files.write(file, new byte[1_234_567]);

        Invocation demo = demo("--delay", "0ms", "--loss", "none", file.toString());

        assertThat(demo.status()).as(demo.err()).isZero();
        assertThat(demo.out()).contains("odd, 1,234,567 bytes").contains(Checksum.sha256(file));
    }

    @Test
    void shouldSayInOneLineThatThePortIsTaken() throws IOException {
        try (DatagramSocket taken = new DatagramSocket(0, InetAddress.ofLiteral("127.0.0.1"))) {
            Invocation demo =
                    Invocation.of("demo", "--size", "1M", "--port", "" + taken.getLocalPort());

            assertThat(demo.status()).isEqualTo(1);
            assertThat(demo.errLines()).hasSize(1);
            assertThat(demo.err()).contains("127.0.0.1", "" + taken.getLocalPort(), "taken");
        }
    }

    @Test
    void shouldRefuseWhatItCannotMove() throws IOException {
        Path empty = Files.createFile(folder.resolve("empty"));

        assertThat(demo(empty.toString()).err()).contains("empty: there is nothing to move");
        assertThat(demo(folder.resolve("none").toString()).status()).isEqualTo(1);
        assertThat(demo("--size", "0").status()).isEqualTo(2);
        assertThat(demo("--loss", "150%").status()).isEqualTo(2);
        assertThat(demo("--delay", "soon").status()).isEqualTo(2);
    }

    @Test
    void shouldMoveAFileInSealedPackets() throws IOException {
        Path key = folder.resolve("key");
        Files.createFile(
                key,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(key, PskCredentials.newLine(new SplittableRandom(1)));

        Invocation demo = demo("--size", "2M", "--protect", "psk:" + key);

        assertThat(demo.err()).isEmpty();
        assertThat(demo.status()).isZero();
        assertThat(demo.out()).contains("URDMA").doesNotContain("Standard").contains("same");
        assertThat(demo("--protect", "psk").status()).isEqualTo(2);
    }

    private static Invocation demo(String... options) throws IOException {
        String[] all = new String[options.length + 3];
        all[0] = "demo";
        all[1] = "--port";
        all[2] = Integer.toString(freePort());
        System.arraycopy(options, 0, all, 3, options.length);
        return Invocation.of((Object[]) all);
    }

    private static int freePort() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.ofLiteral("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }
}
