package org.urdma4j.protection.association.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.fixtures.TestAuthority;
import org.urdma4j.protection.key.KeySchedule;
import org.urdma4j.protection.key.Role;
import org.urdma4j.protection.key.Secret;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/** OpenSSL at the other end, over TCP: a third reading of RFC 8446 and of its exporter. */
@Tag("oracle")
@Timeout(60)
class OpenSslInteropTest {
    private static final TestAuthority AUTHORITY = new TestAuthority("authority");
    private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");
    private static final String SUITE = "TLS_AES_256_GCM_SHA384";

    @TempDir private Path folder;
    private Path theirs;
    private TlsSettings settings;

    @BeforeEach
    void makeCertificates() throws IOException {
        OpenSsl.require();
        settings =
                TlsPair.settings(
                        TlsPair.certificate(
                                folder.resolve("a"), AUTHORITY.issue("alpha"), AUTHORITY));
        theirs = TestAuthority.write(folder.resolve("b"), AUTHORITY.issue("beta"), AUTHORITY);
    }

    private OpenSsl start(String program, String... how) throws IOException {
        List<String> all = new ArrayList<>(List.of(how));
        all.addAll(List.of("-cert", theirs.resolve("cert.pem").toString()));
        all.addAll(List.of("-key", theirs.resolve("key.pem").toString()));
        all.addAll(List.of("-keymatexport", KeySchedule.EXPORTER_LABEL));
        all.addAll(List.of("-keymatexportlen", "" + KeySchedule.SECRET_BYTES));
        return OpenSsl.start(program, theirs, all.toArray(String[]::new));
    }

    /** Moves bytes until the handshake is done, and {@code bytes} of data have come. */
    private static void run(TlsEnd end, Socket socket, int bytes) throws IOException {
        byte[] in = new byte[1 << 14];
        int data = 0;
        flush(end, socket);
        while (!end.isEstablished() || data < bytes) {
            int n = socket.getInputStream().read(in);
            if (n < 0) {
                throw new IOException("the peer has closed the connection");
            }
            try {
                end.receive(in, 0, n);
            } finally {
                flush(end, socket);
            }
            data += end.isEstablished() && bytes > 0 ? end.takeData().length : 0;
        }
    }

    private static void flush(TlsEnd end, Socket socket) throws IOException {
        socket.getOutputStream().write(end.takeOutput());
    }

    private static void assertAgrees(TlsEnd end, Socket socket, OpenSsl openssl)
            throws IOException {
        TlsOutcome outcome = end.takeOutcome();
        byte[] exported = HexFormat.of().parseHex(openssl.exported());

        assertThat(exported).hasSize(KeySchedule.SECRET_BYTES);
        assertThat(TlsEndTest.key(outcome.secret()))
                .isEqualTo(TlsEndTest.key(new Secret(exported)));
        assertThat(outcome.peer()).isEqualTo("beta");
        assertThat(outcome.suite()).isEqualTo(SUITE);
        assertThat(outcome.group()).startsWithIgnoringCase("X25519");
        end.send("from the device\n".getBytes(StandardCharsets.US_ASCII));
        flush(end, socket);
        openssl.readUntil(Pattern.compile("from the device"));
        openssl.type("to the device");
        run(end, socket, "to the device\n".length());
    }

    @Test
    void shouldAgreeWithItsClient() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, HERE);
                OpenSsl openssl =
                        start(
                                "s_client",
                                "-connect",
                                "127.0.0.1:" + server.getLocalPort(),
                                "-verify",
                                "2",
                                "-tls1_3");
                Socket socket = server.accept()) {
            TlsEnd end = TlsEnd.of(Role.SERVER, settings);
            run(end, socket, 0);
            assertAgrees(end, socket, openssl);
        }
    }

    private static InetSocketAddress free() throws IOException {
        try (ServerSocket found = new ServerSocket(0, 1, HERE)) {
            return new InetSocketAddress(HERE, found.getLocalPort());
        }
    }

    private OpenSsl serve(InetSocketAddress at, String... how) throws IOException {
        List<String> all = new ArrayList<>(List.of(how));
        all.addAll(List.of("-accept", "127.0.0.1:" + at.getPort(), "-Verify", "2"));
        return start("s_server", all.toArray(String[]::new));
    }

    @Test
    void shouldAgreeWithItsServer() throws IOException {
        InetSocketAddress at = free();
        try (OpenSsl openssl = serve(at, "-tls1_3");
                Socket socket = openssl.connect(at)) {
            TlsEnd end = TlsEnd.of(Role.CLIENT, settings);
            run(end, socket, 0);
            assertAgrees(end, socket, openssl);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-tls1_2",
                "-tls1_3 -ciphersuites TLS_AES_128_GCM_SHA256",
                "-tls1_3 -ciphersuites TLS_CHACHA20_POLY1305_SHA256",
                "-tls1_3 -groups P-256"
            })
    void shouldRefuseWhatIsWeakerOrAnother(String how) throws IOException {
        List<String> words = new ArrayList<>(List.of(how.split(" ")));
        InetSocketAddress at = free();
        try (OpenSsl openssl = serve(at, words.toArray(String[]::new));
                Socket socket = openssl.connect(at)) {
            TlsEnd end = TlsEnd.of(Role.CLIENT, settings);
            assertThatThrownBy(() -> run(end, socket, 0)).isInstanceOf(IOException.class);
            assertThat(end.isEstablished()).isFalse();
        }
        try (ServerSocket server = new ServerSocket(0, 1, HERE)) {
            words.addAll(List.of("-connect", "127.0.0.1:" + server.getLocalPort()));
            try (OpenSsl openssl = start("s_client", words.toArray(String[]::new))) {
                TlsEnd end = TlsEnd.of(Role.SERVER, settings);
                try (Socket socket = server.accept()) {
                    assertThatThrownBy(() -> run(end, socket, 0)).isInstanceOf(IOException.class);
                }
                assertThat(end.isEstablished()).isFalse();
                assertThat(openssl.readAll()).doesNotContain("Keying material:");
            }
        }
    }
}
