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
import org.urdma4j.protection.credentials.CertificateCredentials;
import org.urdma4j.tools.CertificateFolder;
import org.urdma4j.tools.Invocation;
import org.urdma4j.transport.pfc.FlowControl;
import org.urdma4j.transport.port.keys.CipherSelection;
import org.urdma4j.transport.port.keys.TlsProtection;
import org.urdma4j.verbs.GidType;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code urdma bench client} and a server whose certificate is of another name than was asked. */
@Timeout(120)
class CertificateCommandTest {
    @TempDir private static Path folder;
    private static String protect;
    private static LocalServer server;

    @BeforeAll
    static void start() throws Exception {
        protect = CertificateFolder.write(folder);
        CertificateCredentials credentials = CertificateCredentials.read(folder);
        server =
                new LocalServer(
                        Backend.of(
                                "udp",
                                GidType.ROCE_V2,
                                FlowControl.DEFAULT,
                                Optional.of((port, door) ->
                                        new TlsProtection(
                                                ProtectionConfig.builder(
                                                                credentials,
                                                                CipherSelection.of(
                                                                        CipherChoice.AUTO))
                                                        .keyPort(port)
                                                        .listener(door)
                                                        .build()))));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Invocation client(String... more) {
        List<String> call = new ArrayList<>(List.of("-w", "1M", "-l", "64K", "-n", "1M"));
        call.addAll(List.of("--protect", protect));
        call.addAll(List.of(more));
        return server.client(call.toArray(String[]::new));
    }

    private static void assertRefused(Invocation result, String expected) {
        assertThat(result.status()).as(result.err()).isEqualTo(1);
        assertThat(result.err())
                .contains(
                        "the peer's certificate is of %s, not of %s"
                                .formatted(CertificateFolder.NAME, expected))
                .contains("--peer-name");
        assertThat(result.errLines().stream().filter(l -> l.startsWith("urdma: "))).hasSize(1);
        assertThat(result.err() + result.out()).doesNotContain("Exception").doesNotContain("\tat ");
    }

    @Test
    void anotherNameThanTheHostsShouldBeRefused() {
        assertRefused(client(), LocalServer.HOST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nas.example", "example", "x.storage.example", "*.example"})
    void anotherNameThanTheOneThatIsSaidShouldBeRefused(String name) {
        assertRefused(client("--peer-name", name), name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", CertificateFolder.NAME, "Storage.Example."})
    void theNameThatIsSaidShouldDo(String name) {
        Invocation result = client("--peer-name", name);
        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
        assertThat(result.out()).contains("sealed by ");
    }
}
