package org.urdma4j.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.measure.verbs.Backend;
import org.urdma4j.protection.aead.CipherChoice;
import org.urdma4j.protection.association.ProtectionConfig;
import org.urdma4j.protection.association.listener.KeyListener;
import org.urdma4j.protection.credentials.PskCredentials;
import org.urdma4j.tools.Invocation;
import org.urdma4j.transport.pfc.FlowControl;
import org.urdma4j.transport.port.keys.CipherSelection;
import org.urdma4j.transport.port.keys.TlsProtection;
import org.urdma4j.verbs.GidType;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** {@code urdma bench} between two ends with keys, and between such and others. */
@Timeout(120)
class ProtectedCommandTest {
    @TempDir private static Path folder;
    private static Path key;
    private static Path other;
    private static LocalServer server;
    private static LocalServer unprotected;

    @BeforeAll
    static void startServers() throws IOException {
        key = write("key", 1);
        other = write("other", 2);
        PskCredentials credentials = PskCredentials.read(key);
        server =
                new LocalServer(
                        Backend.of(
                                "udp",
                                GidType.ROCE_V2,
                                FlowControl.DEFAULT,
                                Optional.of((port, listener) ->
                                        new TlsProtection(config(credentials, port, listener)))));
        unprotected = new LocalServer();
    }

    private static ProtectionConfig config(
            PskCredentials credentials, int port, KeyListener listener) {
        return ProtectionConfig.builder(credentials, CipherSelection.of(CipherChoice.AUTO))
                .keyPort(port)
                .listener(listener)
                .build();
    }

    private static Path write(String name, long seed) throws IOException {
        Path file = folder.resolve(name);
        Files.createFile(
                file,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, PskCredentials.newLine(new SplittableRandom(seed)) + "\n");
    }

    @AfterAll
    static void stopServers() {
        server.close();
        unprotected.close();
    }

    private static Invocation client(LocalServer to, String options) {
        List<String> call = new ArrayList<>(List.of("-w", "4M", "-l", "64K", "-n", "4M"));
        call.addAll(List.of(options.split(" ")));
        return to.client(call.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--op write --verify",
                "--op send --verify",
                "--op read",
                "--bidir -P 3",
                "--event-loops 2 -P 4 --verify",
                "-R --fec 4,1",
                "--rekey 256,1s",
                "--crypto jca",
                "--protect-policy allowed",
                "--shape none",
                "--shape pad --verify",
                "--shape pad --op read --fec 4,1",
                "--shape constant:400M --bidir",
            })
    void shouldSealRunsOfEveryKind(String options) {
        Invocation result = client(server, options + " --json --protect psk:" + key);

        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
        JsonNode run = LocalServer.json(result.out());
        JsonNode end = run.path("end");
        assertThat(end.path("sum_received").path("bits_per_second").asDouble()).isPositive();
        JsonNode protection = end.path("protection");
        assertThat(protection.path("suite").asString()).isEqualTo("AES-256-GCM");
        assertThat(protection.path("implementation").asString()).isNotEmpty();
        assertThat(protection.path("handshake_ms").asDouble()).isPositive();
        assertThat(protection.path("generations").asInt()).isEqualTo(1);
        int least = options.contains("rekey 256") ? 2 : 1;
        assertThat(protection.path("epochs").asInt()).isGreaterThanOrEqualTo(least);
        for (String dropped : List.of("auth", "replay", "epoch", "not_protected")) {
            assertThat(protection.path("dropped_" + dropped).asLong()).as(dropped).isZero();
        }
        assertThat(protection.path("overhead_bytes").asLong()).isPositive();
    }

    /** What this end of a READ sends are a few requests and reports. */
    @Test
    void shouldFillWhatIsEmpty() {
        String read = "--op read --json --protect psk:" + key;
        JsonNode plain = protection(read);
        JsonNode padded = protection("--shape pad " + read);
        JsonNode constant = protection("--shape constant:50M " + read);

        assertThat(plain.path("chaff_bytes").asLong(-1)).isZero();
        assertThat(padded.path("chaff_bytes").asLong(-1)).isZero();
        assertThat(padded.path("overhead_bytes").asLong())
                .isGreaterThan(plain.path("overhead_bytes").asLong() + 50_000);
        assertThat(constant.path("chaff_bytes").asLong()).isPositive();
    }

    private static JsonNode protection(String options) {
        Invocation result = client(server, options);
        assertThat(result.err()).isEmpty();
        return LocalServer.json(result.out()).path("end").path("protection");
    }

    @Test
    void shouldSayItToPeople() {
        Invocation result = client(server, "--protect psk:" + key);

        assertThat(result.status()).isZero();
        assertThat(result.out()).contains("sealed by AES-256-GCM, ").contains(" of 1 generation");
    }

    @Test
    void shouldLeaveRunsInTheClearAsTheyWere() {
        Invocation result = client(unprotected, "--json");

        assertThat(result.status()).isZero();
        assertThat(LocalServer.json(result.out()).path("end").has("protection")).isFalse();
    }

    private static void assertFails(Invocation result, int status, String... words) {
        assertThat(result.status()).isEqualTo(status);
        assertThat(result.err()).startsWith("urdma: ").contains(words);
        assertThat(result.err().lines().filter(line -> line.startsWith("urdma: "))).hasSize(1);
        assertThat(result.err() + result.out()).doesNotContain("Exception").doesNotContain("\tat ");
    }

    @Test
    void shouldNotMeetAServerInTheClear() {
        assertFails(
                client(unprotected, "--protect psk:" + key), 1, "no connection", LocalServer.HOST);
    }

    @Test
    void shouldNotMeetAClientInTheClear() {
        assertFails(client(server, "--verify"), 1, "protected connections only");
    }

    @Test
    void shouldNotMeetWhoeverHasAnotherKey() {
        Invocation result = client(server, "--protect psk:" + other);

        assertFails(result, 1, "no connection");
        assertThat(result.err() + result.out()).doesNotContain("urdma-psk");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--control tcp",
                "--profile standard",
                "--protocol tcp",
                "--qp uc --op send",
                "--shape constant",
                "--shape constant:1K",
                "--shape cells",
                "--chaff-limit 10s",
                "--shape constant:1M --chaff-limit 2d",
                "--rekey 5",
                "--rekey 8M",
                "--rekey 4M,0s",
                "--crypto openssl",
                "--peer-key nonsense"
            })
    void shouldRefuseWhatDoesntGoTogether(String options) {
        assertFails(client(server, options + " --protect psk:" + key), 2, "--");
    }

    @ParameterizedTest
    @ValueSource(strings = {"psk", "psk:", "tls:key", "psk:/nowhere/at/all", "cert:/nowhere"})
    void shouldRefuseWhatIsNoKey(String protect) {
        assertFails(client(server, "--protect " + protect), 2, "--protect");
    }

    @Test
    void shouldRefuseAKeyThatOthersCanRead() throws IOException {
        Path open = write("open", 3);
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));

        assertFails(client(server, "--protect psk:" + open), 2, "others", "chmod 600");
    }

    @Test
    void shouldNeedAKeyForWhatIsAboutKeys() {
        assertFails(client(server, "--rekey 4M"), 2, "--protect");
        assertFails(client(server, "--shape pad"), 2, "--protect");
        assertFails(client(server, "--chaff-limit 1s"), 2, "--protect");
    }

    @Test
    void shouldSayWhichCipherIsMissing() {
        String options = "--crypto jca:Nobody --protect psk:" + key;
        assertFails(client(server, options), 1, "Nobody");
    }

    @Test
    void shouldWarnOfAKeyLog() throws IOException {
        Path log = folder.resolve("keys.log");
        Invocation result = client(server, "--keylog " + log + " --protect psk:" + key);

        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.err()).contains("whoever reads");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log)))
                .isEqualTo("rw-------");
        assertThat(Files.readAllLines(log))
                .anyMatch(
                        line -> line.matches("URDMA_GENERATION [0-9a-f]{8} [0-9a-f]{8} 0 .{96} 22"))
                .anyMatch(line -> line.matches("URDMA_QP [0-9a-f]{6} 0 [0-9a-f]{96} 22"));
    }
}
