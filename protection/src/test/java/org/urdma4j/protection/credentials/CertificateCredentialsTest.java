package org.urdma4j.protection.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.fixtures.TestAuthority;
import org.urdma4j.fixtures.TestAuthority.Issued;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;

class CertificateCredentialsTest {
    private static final TestAuthority AUTHORITY = new TestAuthority("authority");
    private static final Issued ALPHA = AUTHORITY.issue("alpha");

    @TempDir private Path folder;

    private void assertRefused(String... words) {
        assertThatThrownBy(() -> Credentials.read(folder))
                .isInstanceOf(CredentialsException.class)
                .hasMessageContainingAll(words)
                .hasMessageContaining(folder.toString())
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"EC", "Ed25519", "RSA"})
    void shouldReadAFolder(String algorithm) throws IOException {
        KeyPair pair = TestAuthority.pair(algorithm);
        Issued own = AUTHORITY.issue(pair, "beta", TestAuthority.FROM, TestAuthority.TO, null);
        TestAuthority.write(folder, own, AUTHORITY);

        CertificateCredentials read = (CertificateCredentials) Credentials.read(folder);

        assertThat(read.chain()).containsExactly(own.certificate());
        assertThat(read.key()).isEqualTo(own.key());
        assertThat(read.authorities()).containsExactly(AUTHORITY.certificate());
        assertThat(read.name()).isEqualTo("beta");
        assertThat(read.expiry()).contains(TestAuthority.TO);
        assertThat(read.fingerprint()).isEqualTo(SpkiPin.of(own.certificate()).toString());
        assertThat(read.toString()).contains("beta", "SHA256:");
    }

    @Test
    void shouldDoWithoutAuthorities() throws IOException {
        TestAuthority.write(folder, ALPHA, null);

        assertThat(CertificateCredentials.read(folder).authorities()).isEmpty();
    }

    @Test
    void shouldKnowTheDates() throws IOException {
        TestAuthority.write(folder, ALPHA, AUTHORITY);
        Credentials read = Credentials.read(folder);

        read.checkUsable(TestAuthority.NOW);
        assertThatThrownBy(() -> read.checkUsable(TestAuthority.TO.plusSeconds(1)))
                .isInstanceOf(CredentialsException.class)
                .hasMessageContaining("alpha")
                .hasMessageContaining("expired at 2049-01-01T00:00:00Z");
        assertThatThrownBy(() -> read.checkUsable(TestAuthority.FROM.minusSeconds(1)))
                .hasMessageContaining("not valid before 2026-01-01T00:00:00Z");
    }

    @Test
    void shouldRefuseAChainThatNoPeerTakes() throws IOException {
        TestAuthority.write(folder, ALPHA, AUTHORITY);
        String above = Files.readString(folder.resolve("ca.pem"));
        Files.writeString(folder.resolve("cert.pem"), above.repeat(9), StandardOpenOption.APPEND);
        assertThat(CertificateCredentials.read(folder).chain()).hasSize(10);

        Files.writeString(folder.resolve("cert.pem"), above, StandardOpenOption.APPEND);
        assertRefused("11 certificates", "peers accept 10");
    }

    @Test
    void shouldSayWhatIsMissing() throws IOException {
        assertRefused("cert.pem", "there is no");
        TestAuthority.write(folder, ALPHA, AUTHORITY);
        Files.delete(folder.resolve("key.pem"));
        assertRefused("key.pem", "there is no");
    }

    @Test
    void shouldRefuseAKeyThatOthersReadOrOfAnother() throws IOException {
        TestAuthority.write(folder, ALPHA, AUTHORITY);
        Path key = folder.resolve("key.pem");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
        assertRefused("chmod 600", "key.pem");

        TestAuthority.write(
                folder, new Issued(ALPHA.certificate(), AUTHORITY.issue("beta").key()), AUTHORITY);
        assertRefused("is not the key of");
    }

    @Test
    void shouldSayHowToConvertKeys() throws IOException {
        TestAuthority.write(folder, ALPHA, AUTHORITY);
        Path key = folder.resolve("key.pem");
        Files.writeString(key, "-----BEGIN ENCRYPTED PRIVATE KEY-----\n");
        assertRefused("passphrase", "openssl pkey");
        Files.writeString(key, "-----BEGIN EC PRIVATE KEY-----\n");
        assertRefused("openssl pkcs8 -topk8");
        Files.writeString(key, "hello\n");
        assertRefused("no private key");
        Files.writeString(key, TestAuthority.pem("PRIVATE KEY", new byte[40]));
        assertRefused("damaged");
    }

    @Test
    void shouldRefuseDamagedCertificates() throws IOException {
        TestAuthority.write(folder, ALPHA, AUTHORITY);
        Files.writeString(
                folder.resolve("cert.pem"), TestAuthority.pem("CERTIFICATE", new byte[40]));
        assertRefused("cert.pem", "damaged");
        Files.writeString(folder.resolve("cert.pem"), "hello");
        assertRefused("no certificate");
    }

    @Test
    void shouldRefuseWeakKeys() throws Exception {
        KeyPairGenerator weak = KeyPairGenerator.getInstance("RSA");
        weak.initialize(1024);
        Issued own =
                AUTHORITY.issue(
                        weak.generateKeyPair(), "w", TestAuthority.FROM, TestAuthority.TO, null);
        TestAuthority.write(folder, own, AUTHORITY);

        assertRefused("2048");
    }
}
