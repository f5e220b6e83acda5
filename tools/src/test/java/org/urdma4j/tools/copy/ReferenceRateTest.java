package org.urdma4j.tools.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A controller that says by HTTPS what rate a copy may have. */
class ReferenceRateTest {
    private static final String PASSWORD = "changeit";
    private static final String STALLS = "stalls";

    @TempDir private Path folder;

    private volatile String says = "";
    private volatile int status = 200;
    private HttpsServer server;
    private SSLContext context;

    @BeforeEach
    void serve() throws Exception {
        Path store = folder.resolve("store");
        Process made =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "san=ip:127.0.0.1",
                                "-storepass",
                                PASSWORD,
                                "-keystore",
                                store.toString())
                        .redirectErrorStream(true)
                        .start();
        made.getInputStream().transferTo(System.out);
        assertThat(made.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory own = KeyManagerFactory.getInstance("PKIX");
        own.init(keys, PASSWORD.toCharArray());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("it", keys.getCertificate("mykey"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(trusted);
        context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext(
                "/rate",
                exchange -> {
                    if (says.equals(STALLS)) {
                        exchange.sendResponseHeaders(status, 2);
                        exchange.getResponseBody().write('1');
                        exchange.getResponseBody().flush();
                        return;
                    }
                    byte[] body = says.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(status, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();
    }

    @AfterEach
    void end() {
        server.stop(0);
    }

    private String address() {
        return "https://127.0.0.1:%d/rate".formatted(server.getAddress().getPort());
    }

    private ReferenceRate controller(int seconds) {
        HttpClient.Builder client = HttpClient.newBuilder().sslContext(context);
        return ReferenceRate.parse(address(), client, Duration.ofSeconds(seconds));
    }

    private long rate(String answer) throws Exception {
        says = answer;
        return controller(60).now();
    }

    @Test
    void shouldBeWhatTheControllerSaysNow() throws Exception {
        assertThat(rate("200M")).isEqualTo(200_000_000);
        assertThat(rate(" 1.5G\r\n")).isEqualTo(1_500_000_000);
        assertThat(rate("0\n")).isZero();
        assertThat(rate("none\n")).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldSayInALineWhatIsWrongWithTheAnswer() {
        for (String each :
                new String[] {"", "fast", "200M 300M", "-1", "99999", "\u001b[2J", "\0"}) {
            assertThatIOException()
                    .as(each)
                    .isThrownBy(() -> rate(each))
                    .withMessageStartingWith("--reference-rate: " + address() + ": ")
                    .withMessageNotContaining("\u001b");
        }
        assertThatIOException()
                .isThrownBy(() -> rate("1".repeat(101)))
                .withMessageContaining("101");
        assertThatIOException()
                .isThrownBy(() -> rate("1".repeat(1 << 20)))
                .withMessageStartingWith("--reference-rate: " + address() + ": ");
        status = 404;
        assertThatIOException().isThrownBy(() -> rate("200M")).withMessageContaining("status 404");
        server.stop(0);
        assertThatIOException()
                .isThrownBy(() -> rate("200M"))
                .withMessageStartingWith("--reference-rate: " + address() + ": ");
    }

    @Test
    @Timeout(100)
    void shouldNotWaitForTheRestOfAnAnswer() {
        says = STALLS;
        assertThatIOException()
                .isThrownBy(() -> controller(1).now())
                .withMessage("--reference-rate: " + address() + ": no whole answer in 1 s");
    }

    @Test
    void shouldBelieveNobodyWithoutACertificate() {
        says = "200M";
        ReferenceRate rate = ReferenceRate.parse(address());
        assertThatIOException()
                .isThrownBy(rate::now)
                .withMessageStartingWith("--reference-rate: " + address() + ": ");
    }
}
