package org.urdma4j.protection.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Random;

class PskCredentialsTest {
    @TempDir private Path folder;
    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("key");
    }

    private void write(byte[] bytes, String mode) throws IOException {
        Files.write(file, bytes);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    private void write(String text) throws IOException {
        write(text.getBytes(StandardCharsets.UTF_8), "rw-------");
    }

    private static byte[] random(int bytes) {
        byte[] key = new byte[bytes];
        new Random(7).nextBytes(key);
        return key;
    }

    private void assertRefused(String... words) {
        assertThatThrownBy(() -> PskCredentials.read(file))
                .isInstanceOf(CredentialsException.class)
                .hasMessageContainingAll(words)
                .hasMessageContaining(file.toString())
                .hasMessageNotContaining("\n");
    }

    @Test
    void shouldReadALineThatItWrote() throws IOException {
        String line = PskCredentials.newLine(new Random(1));
        write(line + "\n");

        byte[] key = PskCredentials.read(file).copyKey();

        assertThat(line).isEqualTo("urdma-psk-v1:" + Base64.getEncoder().encodeToString(key));
        assertThat(key).hasSize(32);
    }

    @Test
    void shouldReadRawBytesAndLinesOfWindows() throws IOException {
        write(random(32), "r--------");
        assertThat(PskCredentials.read(file).copyKey()).isEqualTo(random(32));

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        write("urdma-psk-v1:" + Base64.getEncoder().encodeToString(random(64)) + "\r\n");
        assertThat(PskCredentials.read(file).copyKey()).isEqualTo(random(64));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hunter2",
                "correct horse battery staple correct horse battery staple",
                "Umläute sind auch nur ein Paßwort, wenn auch ein sehr langes",
                "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
            })
    void shouldRefusePasswords(String password) throws IOException {
        write(password);

        assertRefused("password", "./urdma key psk");
        assertThatThrownBy(() -> PskCredentials.read(file)).hasMessageNotContaining(password);
    }

    @Test
    void shouldRefuseWhatIsShortOrNotRandom() throws IOException {
        write(new byte[0], "rw-------");
        assertRefused("is empty");
        write(random(31), "rw-------");
        assertRefused("31 bytes", "32");
        write(new byte[32], "rw-------");
        assertRefused("./urdma key psk");
        write("urdma-psk-v1:" + Base64.getEncoder().encodeToString(random(31)));
        assertRefused("31 bytes");
        write("urdma-psk-v1:" + Base64.getEncoder().encodeToString(new byte[32]));
        assertRefused("not random");
        write(
                "urdma-psk-v1:"
                        + Base64.getEncoder()
                                .encodeToString(
                                        "a password in base64 is no better than one without"
                                                .getBytes(StandardCharsets.US_ASCII)));
        assertRefused("not random");
        write("urdma-psk-v1:!!!!");
        assertRefused("base64");
        write(random(1025), "rw-------");
        assertRefused("1024");
        write(new byte[PrivateFile.MOST_BYTES + 1], "rw-------");
        assertRefused("longer");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rw-----w-", "rwxrwxrwx"})
    void shouldRefuseWhatOthersReach(String mode) throws IOException {
        write(random(32), mode);

        assertRefused("others", "chmod 600");
    }

    @Test
    void shouldSayWhatIsMissing() throws IOException {
        assertRefused("there is no key file");
        Files.createDirectory(file);
        assertRefused("is not a file");
    }

    /** By the definition, SHA-256 over a tag and the key. */
    @Test
    void shouldTellAFingerprintAndNothingElse() throws Exception {
        PskCredentials credentials = PskCredentials.of(random(32));
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update("urdma4j psk".getBytes(StandardCharsets.US_ASCII));
        String expected =
                Base64.getEncoder().withoutPadding().encodeToString(digest.digest(random(32)));

        assertThat(credentials.fingerprint()).isEqualTo("SHA256:" + expected);
        assertThat(credentials).hasToString("PSK SHA256:" + expected);
        assertThat(credentials.kind()).isEqualTo("pre-shared key, 256 bits");
        assertThat(credentials.expiry()).isEmpty();
        credentials.checkUsable(Instant.MAX);
    }

    @Test
    void shouldTakeRandomKeysOfAnyValue() {
        Random random = new Random(3);
        for (int i = 0; i < 20_000; i++) {
            byte[] key = new byte[32];
            random.nextBytes(key);
            assertThat(PskCredentials.of(key).copyKey()).isEqualTo(key);
        }
    }
}
