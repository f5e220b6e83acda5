package org.urdma4j.protection.association.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.fixtures.TestAuthority;
import org.urdma4j.fixtures.TestAuthority.Issued;
import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.CipherSource;
import org.urdma4j.protection.aead.PacketCipher;
import org.urdma4j.protection.credentials.Credentials;
import org.urdma4j.protection.credentials.SpkiPin;
import org.urdma4j.protection.key.KeySchedule;
import org.urdma4j.protection.key.Role;
import org.urdma4j.protection.key.Secret;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.HexFormat;

class TlsEndTest {
    private static final TestAuthority AUTHORITY = new TestAuthority("authority");

    @TempDir private Path folder;

    /** Shows what keys follow from a secret, which nothing else does. */
    static String key(Secret secret) {
        String[] seen = new String[1];
        CipherSource source =
                new CipherSource() {
                    @Override
                    public String name() {
                        return "shows";
                    }

                    @Override
                    public boolean has(Aead aead) {
                        return true;
                    }

                    @Override
                    public PacketCipher create(Aead aead, byte[] key, byte[] iv) {
                        seen[0] = HexFormat.of().formatHex(key);
                        return null;
                    }
                };
        KeySchedule.epoch(secret, 0, source, Aead.AES_256_GCM);
        return seen[0];
    }

    private static void assertAgree(TlsPair pair, String peerOfClient, String group) {
        assertThat(pair.clientFailure).isNull();
        assertThat(pair.serverFailure).isNull();
        TlsOutcome client = pair.client.takeOutcome();
        TlsOutcome server = pair.server.takeOutcome();
        assertThat(key(client.secret())).isEqualTo(key(server.secret()));
        assertThat(client.binder().prove(server.binder()))
                .isEqualTo(server.binder().prove(client.binder()));
        assertThat(client.peer()).isEqualTo(peerOfClient);
        assertThat(client.group()).isEqualTo(server.group()).isEqualTo(group);
        assertThat(client.suite()).isEqualTo("TLS_AES_256_GCM_SHA384");
    }

    private static void assertRefused(TlsPair pair, String clientSays, String serverSays) {
        assertThat(pair.client.isEstablished() && pair.server.isEstablished()).isFalse();
        assertThat(pair.clientFailure).hasMessageContaining(clientSays);
        assertThat(pair.serverFailure).hasMessageContaining(serverSays);
    }

    private Credentials certificate(String name, TestAuthority signer, TestAuthority believed)
            throws IOException {
        return certificate(name, signer.issue(name), believed);
    }

    private Credentials certificate(String name, Issued own, TestAuthority believed)
            throws IOException {
        return TlsPair.certificate(folder.resolve(name), own, believed);
    }

    @Test
    void shouldAgreeByAPreSharedKey() {
        TlsSettings settings = TlsPair.settings(TlsPair.psk(1));

        TlsPair pair = new TlsPair(settings, settings).run();

        assertAgree(pair, settings.credentials().toString(), "X25519MLKEM768");
    }

    @Test
    void shouldGiveEachConnectionSecretsOfItsOwn() {
        TlsSettings settings = TlsPair.settings(TlsPair.psk(1));
        TlsOutcome first = new TlsPair(settings, settings).run().client.takeOutcome();
        TlsOutcome second = new TlsPair(settings, settings).run().client.takeOutcome();

        assertThat(key(first.secret())).isNotEqualTo(key(second.secret()));
        byte[] proof = first.binder().prove(second.binder());
        assertThat(first.binder().isProven(second.binder(), proof)).isTrue();
        assertThat(first.binder().isProven(first.binder(), proof)).isFalse();
        assertThat(second.binder().isProven(second.binder(), proof)).isFalse();
        proof[0] ^= 1;
        assertThat(first.binder().isProven(second.binder(), proof)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"EC", "Ed25519", "RSA"})
    void shouldAgreeByCertificates(String algorithm) throws IOException {
        Issued own =
                AUTHORITY.issue(
                        TestAuthority.pair(algorithm),
                        "beta",
                        TestAuthority.FROM,
                        TestAuthority.TO,
                        null);
        TlsSettings alpha = TlsPair.settings(certificate("alpha", AUTHORITY, AUTHORITY));
        TlsSettings beta = TlsPair.settings(certificate("beta", own, AUTHORITY));

        assertAgree(new TlsPair(alpha, beta).run(), "beta", "X25519MLKEM768");
        assertAgree(new TlsPair(beta, alpha).run(), "alpha", "X25519MLKEM768");
    }

    /** One that is longer isn't read: CertificateCredentialsTest. */
    @Test
    void shouldAgreeByTheLongestChain() throws IOException {
        TlsSettings alpha = TlsPair.settings(certificate("alpha", AUTHORITY, AUTHORITY));
        Path longest = TestAuthority.write(folder.resolve("b"), AUTHORITY.issue("beta"), AUTHORITY);
        String above = Files.readString(longest.resolve("ca.pem"));
        Files.writeString(longest.resolve("cert.pem"), above.repeat(9), StandardOpenOption.APPEND);
        TlsSettings beta = TlsPair.settings(Credentials.read(longest));

        assertAgree(new TlsPair(alpha, beta).run(), "beta", "X25519MLKEM768");
        assertAgree(new TlsPair(beta, alpha).run(), "alpha", "X25519MLKEM768");
    }

    @Test
    void shouldCarryDataBothWaysInPiecesOfAByte() throws IOException {
        TlsSettings settings = TlsPair.settings(TlsPair.psk(1));
        TlsPair pair = new TlsPair(settings, settings).run();

        byte[] data = "hello".getBytes(StandardCharsets.US_ASCII);
        pair.client.send(data);
        byte[] sent = pair.client.takeOutput();
        for (int i = 0; i < sent.length; i++) {
            assertThat(pair.server.takeData()).isEmpty();
            pair.server.receive(sent, i, 1);
        }
        assertThat(pair.server.takeData()).isEqualTo(data);
        pair.server.send(data);
        pair.run();
        assertThat(pair.client.takeData()).isEqualTo(data);
        pair.client.close();
        pair.run();
        assertThat(pair.server.isClosed()).isTrue();
        assertThatThrownBy(() -> pair.server.send(data)).isInstanceOf(TlsFailure.class);
    }

    @Test
    void shouldRefuseAnotherKey() {
        TlsPair pair =
                new TlsPair(TlsPair.settings(TlsPair.psk(1)), TlsPair.settings(TlsPair.psk(2)))
                        .run();

        assertRefused(pair, "decrypt_error", "decrypt_error");
        assertThat(pair.clientFailure).hasMessageContaining("it has another key");
    }

    @Test
    void shouldRefuseTheOtherKindOfCredentials() throws IOException {
        TlsSettings psk = TlsPair.settings(TlsPair.psk(1));
        TlsSettings certificate = TlsPair.settings(certificate("alpha", AUTHORITY, AUTHORITY));

        assertRefused(new TlsPair(psk, certificate).run(), "pre-shared key", "the peer refused");
        assertRefused(
                new TlsPair(certificate, psk).run(),
                "handshake_failure",
                "the peer uses certificates");
    }

    @Test
    void shouldRefuseAnotherAuthority() throws IOException {
        TestAuthority other = new TestAuthority("other");
        TlsSettings alpha = TlsPair.settings(certificate("alpha", AUTHORITY, AUTHORITY));
        TlsSettings beta = TlsPair.settings(certificate("beta", other, AUTHORITY));

        assertRefused(new TlsPair(alpha, beta).run(), "no authority", "unknown_ca");
        assertRefused(new TlsPair(beta, alpha).run(), "unknown_ca", "no authority");
    }

    @Test
    void shouldRefuseWhatIsExpiredOrNotYetValid() throws IOException {
        Instant now = TestAuthority.NOW;
        TlsSettings alpha = TlsPair.settings(certificate("alpha", AUTHORITY, AUTHORITY));
        TlsSettings old =
                TlsPair.settings(
                        certificate(
                                "old",
                                AUTHORITY.issue("old", TestAuthority.FROM, now.minusSeconds(1)),
                                AUTHORITY));
        TlsSettings early =
                TlsPair.settings(
                        certificate(
                                "early",
                                AUTHORITY.issue("early", now.plusSeconds(1), TestAuthority.TO),
                                AUTHORITY));

        assertRefused(new TlsPair(alpha, old).run(), "(old) is expired", "certificate_expired");
        assertRefused(new TlsPair(old, alpha).run(), "certificate_expired", "(old) is expired");
        assertRefused(new TlsPair(alpha, early).run(), "not yet valid", "bad_certificate");
    }

    @Test
    void shouldRefuseAnotherNameOrKey() throws IOException {
        Issued own = AUTHORITY.issue("beta");
        Credentials alpha = certificate("alpha", AUTHORITY, AUTHORITY);
        TlsSettings beta = TlsPair.settings(certificate("beta", own, AUTHORITY));
        SpkiPin right = SpkiPin.of(own.certificate());
        SpkiPin wrong = SpkiPin.of(AUTHORITY.certificate());
        Instant now = TestAuthority.NOW;

        assertAgree(
                new TlsPair(TlsPair.settings(alpha, null, "beta", now), beta).run(),
                "beta",
                "X25519MLKEM768");
        assertAgree(
                new TlsPair(TlsPair.settings(alpha, right, null, now), beta).run(),
                "beta",
                "X25519MLKEM768");
        assertRefused(
                new TlsPair(TlsPair.settings(alpha, null, "gamma", now), beta).run(),
                "of beta, not of gamma",
                "not the one it expects");
        assertRefused(
                new TlsPair(TlsPair.settings(alpha, wrong, null, now), beta).run(),
                "not the pinned one",
                "bad_certificate");
    }

    @Test
    void shouldRefuseSettingsThatProveNothing() throws IOException {
        Credentials lonely = certificate("alpha", AUTHORITY, null);

        assertThatThrownBy(() -> TlsPair.settings(lonely))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TlsPair.settings(TlsPair.psk(1), null, "beta", TestAuthority.NOW))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("proves no name");
    }

    @Test
    void shouldTakeGarbageForAFailure() {
        for (Role role : Role.values()) {
            TlsEnd end = TlsEnd.of(role, TlsPair.settings(TlsPair.psk(1)));
            byte[] garbage =
                    "GET / HTTP/1.1\r\nHost: example\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

            assertThatThrownBy(() -> end.receive(garbage, 0, garbage.length))
                    .isInstanceOf(TlsFailure.class)
                    .hasMessageNotContaining("\n");
            assertThat(end.isEstablished()).isFalse();
            assertThatThrownBy(end::takeOutcome).isInstanceOf(IllegalStateException.class);
        }
    }
}
