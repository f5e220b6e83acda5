package org.urdma4j.tools.key;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.protection.credentials.PskCredentials;
import org.urdma4j.tools.Invocation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.Base64;

class KeyCommandTest {
    /** Of {@code openssl ca -selfsign}, EC on P-256, from 2020-01-01 to 2020-01-02. */
    static final String EXPIRED =
            """
            -----BEGIN CERTIFICATE-----
            MIIBCDCBrgIBATAKBggqhkjOPQQDAjAQMQ4wDAYDVQQDDAVhbHBoYTAeFw0yMDAx
            MDEwMDAwMDBaFw0yMDAxMDIwMDAwMDBaMBAxDjAMBgNVBAMMBWFscGhhMFkwEwYH
            KoZIzj0CAQYIKoZIzj0DAQcDQgAEK6yBhv+8y2nPqWAUOU/ijTQduURBEUCLG3FN
            x0E8XsKYrxGU4UGCrVO0tMkGDJLtVIXhQf5wdUhgsXpO4zl3+zAKBggqhkjOPQQD
            AgNJADBGAiEAk+i8QlQSETHqFr06aCBTRWgEEcoFZhFHE/nQpZ3P/okCIQDFGbYs
            8Ru2g52HByhAOCcg0aP5f67Okmt6fUcSCU9UZg==
            -----END CERTIFICATE-----
            """;

    private static final String ITS_KEY =
            """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgT56ZuSvZn07W4xwH
            fVF58sueaR5gE+6nJdTazqJnK1ehRANCAAQrrIGG/7zLac+pYBQ5T+KNNB25REER
            QIsbcU3HQTxewpivEZThQYKtU7S0yQYMku1UheFB/nB1SGCxek7jOXf7
            -----END PRIVATE KEY-----
            """;

    @TempDir private Path folder;

    private Path write(String name, String text, String mode) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        return file;
    }

    private static void assertFails(Invocation call, String... words) {
        assertThat(call.status()).isEqualTo(1);
        assertThat(call.errLines()).hasSize(1);
        assertThat(call.err()).startsWith("urdma: ").contains(words);
    }

    @Test
    void shouldMakeAKeyThatItTakes() throws Exception {
        Invocation made = Invocation.of("key", "psk");
        Invocation another = Invocation.of("key", "psk");

        assertThat(made.status()).isZero();
        assertThat(made.out())
                .matches("urdma-psk-v1:[A-Za-z0-9+/]{43}=\\R")
                .isNotEqualTo(another.out());
        Path file = write("key", made.out(), "rw-------");
        byte[] key = PskCredentials.read(file).copyKey();
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update("urdma4j psk".getBytes(StandardCharsets.US_ASCII));
        String fingerprint =
                Base64.getEncoder().withoutPadding().encodeToString(digest.digest(key));

        Invocation checked = Invocation.of("key", "check", file);

        assertThat(checked.status()).isZero();
        assertThat(checked.out().lines())
                .containsExactly(
                        "kind         pre-shared key, 256 bits",
                        "fingerprint  SHA256:" + fingerprint,
                        "expires      never");
        assertThat(checked.out() + checked.err())
                .doesNotContain(made.out().strip().substring("urdma-psk-v1:".length()));
    }

    @Test
    void shouldRefuseInOneLine() throws IOException {
        assertFails(Invocation.of("key", "check", folder.resolve("none")), "there is no key file");
        assertFails(Invocation.of("key", "check", write("open", "x", "rw-r--r--")), "chmod 600");
        assertFails(
                Invocation.of("key", "check", write("word", "swordfish\n", "rw-------")),
                "password",
                "./urdma key psk");
        assertFails(
                Invocation.of(
                        "key", "check", write("short", "urdma-psk-v1:AAECAwQ=\n", "rw-------")),
                "5 bytes");
        assertFails(Invocation.of("key", "check", folder), "cert.pem");
        assertThat(Invocation.of("key", "check", write("word", "swordfish", "rw-------")).err())
                .doesNotContain("swordfish");
    }

    @Test
    void shouldTellWhatIsExpired() throws IOException {
        write("cert.pem", EXPIRED, "rw-r--r--");
        write("key.pem", ITS_KEY, "rw-------");

        Invocation checked = Invocation.of("key", "check", folder);

        assertFails(checked, "the certificate of alpha", "expired at 2020-01-02T00:00:00Z");
        assertThat(checked.out().lines())
                .containsExactly(
                        "kind         certificate of alpha, EC",
                        "fingerprint  SHA256:mPvO1sX4p2GxLO2DwjxX3c0g7npZQzsAZSY/bjKuGm4",
                        "expires      2020-01-02T00:00:00Z",
                        "believes     a pinned key only: there is no ca.pem");
    }

    @Test
    void shouldSayHowItIsCalled() {
        assertThat(Invocation.of("key", "check").status()).isEqualTo(2);
        assertThat(Invocation.of("key", "psk", "x").status()).isEqualTo(2);
        assertThat(Invocation.of("key", "--help").out()).contains("psk", "check");
    }
}
