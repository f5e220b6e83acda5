package org.urdma4j.tools.key;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.protection.credentials.PskCredentials;
import org.urdma4j.tools.Invocation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.SplittableRandom;

/** Keys that aren't right in some way are refused in one line that tells nothing of them. */
@Timeout(60)
class BadKeysTest {
    /** So many characters of a key are too many. */
    private static final int TELLING = 6;

    private static final String BODY =
            PskCredentials.newLine(new SplittableRandom(9)).substring("urdma-psk-v1:".length());

    @TempDir private Path folder;
    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("key");
    }

    /** What is wrong. */
    enum Fault {
        READABLE("urdma-psk-v1:" + BODY + "\n", "rw-r--r--"),
        WITHOUT_PREFIX(BODY + "\n", "rw-------"),
        OTHER_VERSION("urdma-psk-v2:" + BODY + "\n", "rw-------"),
        CUT("urdma-psk-v1:" + BODY.substring(0, 20) + "\n", "rw-------"),
        NO_BASE64("urdma-psk-v1:" + BODY.substring(0, 30) + "!!!!\n", "rw-------"),
        TWICE(("urdma-psk-v1:" + BODY + "\n").repeat(2), "rw-------"),
        A_WORD("correct-horse-battery-staple\n", "rw-------");

        private final String text;
        private final String mode;

        Fault(String text, String mode) {
            this.text = text;
            this.mode = mode;
        }
    }

    private void write(Path to, String text, String mode) throws IOException {
        Files.writeString(to, text);
        Files.setPosixFilePermissions(to, PosixFilePermissions.fromString(mode));
    }

    private static void assertRefused(Invocation call, String secret) {
        assertThat(call.status()).as(call.out() + call.err()).isBetween(1, 2);
        assertThat(call.err().lines().filter(line -> line.startsWith("urdma: "))).hasSize(1);
        String all = call.out() + call.err();
        assertThat(all).doesNotContain("Exception").doesNotContain("\tat ");
        for (int i = 0; i + TELLING <= secret.length(); i++) {
            assertThat(all).doesNotContain(secret.substring(i, i + TELLING));
        }
    }

    private static List<String[]> calls(String protect) {
        return List.of(
                new String[] {"bench", "client", "127.0.0.1", "--protect", protect},
                new String[] {"bench", "client", "127.0.0.1", "--json", "--protect", protect},
                new String[] {"bench", "server", "--once", "--protect", protect},
                new String[] {"demo", "--protect", protect},
                new String[] {"lab", "--protect", protect});
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayNothingOfAPreSharedKey(Fault fault) throws IOException {
        write(file, fault.text, fault.mode);
        String secret = fault == Fault.A_WORD ? "correct-horse-battery-staple" : BODY;

        assertRefused(Invocation.of("key", "check", file), secret);
        for (String[] call : calls("psk:" + file)) {
            assertRefused(Invocation.of((Object[]) call), secret);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"READABLE", "CUT", "NO_BASE64", "A_WORD"})
    void shouldSayNothingOfAPrivateKey(Fault fault) throws IOException {
        String body = "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgT56ZuSvZn07W4xwH";
        String text =
                switch (fault) {
                    case CUT -> body.substring(0, 40);
                    case NO_BASE64 -> body.substring(0, 40) + "!?!?";
                    default -> body;
                };
        String begin = fault == Fault.A_WORD ? "" : "-----BEGIN PRIVATE KEY-----\n";
        write(
                folder.resolve("key.pem"),
                begin + text + "\n-----END PRIVATE KEY-----\n",
                fault.mode);
        write(folder.resolve("cert.pem"), KeyCommandTest.EXPIRED, "rw-r--r--");

        assertRefused(Invocation.of("key", "check", folder), body.substring(40));
        for (String[] call : calls("cert:" + folder)) {
            assertRefused(Invocation.of((Object[]) call), body);
        }
    }
}
