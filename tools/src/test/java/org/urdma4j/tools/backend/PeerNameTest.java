package org.urdma4j.tools.backend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** Which name a peer's certificate must have, by what the command line says. */
class PeerNameTest {
    /** Of {@code openssl ca -selfsign}, EC on P-256; its dates don't matter here. */
    private static final String CERTIFICATE =
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

    private static final String KEY =
            """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgT56ZuSvZn07W4xwH
            fVF58sueaR5gE+6nJdTazqJnK1ehRANCAAQrrIGG/7zLac+pYBQ5T+KNNB25REER
            QIsbcU3HQTxewpivEZThQYKtU7S0yQYMku1UheFB/nB1SGCxek7jOXf7
            -----END PRIVATE KEY-----
            """;

    @TempDir private Path folder;

    @CommandLine.Command
    private static final class Holder {
        @CommandLine.Mixin private KeyArguments keys;
    }

    private static KeyArguments parse(String... words) {
        Holder holder = new Holder();
        new CommandLine(holder).parseArgs(words);
        return holder.keys;
    }

    private String psk() throws Exception {
        byte[] key = new byte[32];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (i * 0x37 + 0x80);
        }
        Path file = Files.write(folder.resolve("key"), key);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return "psk:" + file;
    }

    @Test
    void shouldExpectNoNameOfAPreSharedKey() throws Exception {
        KeyArguments keys = parse("--protect", psk(), "--crypto", "jca:SunJCE");
        keys.expect("nas.example");
        assertThat(keys.config(4791).peerName()).isEmpty();
        assertThat(keys.options()).doesNotContain("--peer-name");
    }

    private String certificates() throws Exception {
        Files.writeString(folder.resolve("cert.pem"), CERTIFICATE);
        Files.writeString(folder.resolve("ca.pem"), CERTIFICATE);
        Path key = Files.writeString(folder.resolve("key.pem"), KEY);
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        return "cert:" + folder;
    }

    private KeyArguments withCertificates(String... more) throws Exception {
        List<String> words =
                new ArrayList<>(List.of("--protect", certificates(), "--crypto", "jca:SunJCE"));
        words.addAll(List.of(more));
        return parse(words.toArray(String[]::new));
    }

    @Test
    void shouldExpectTheHostThatIsConnectedTo() throws Exception {
        KeyArguments keys = withCertificates();
        assertThat(keys.config(4791).peerName()).isEmpty();
        keys.expect("nas.example");
        assertThat(keys.config(4791).peerName()).contains("nas.example");
    }

    @Test
    void shouldExpectWhatIsSaidInstead() throws Exception {
        KeyArguments named = withCertificates("--peer-name", "other.example");
        named.expect("nas.example");
        assertThat(named.config(4791).peerName()).contains("other.example");

        KeyArguments any = withCertificates("--peer-name", "*");
        any.expect("nas.example");
        assertThat(any.config(4791).peerName()).isEmpty();

        KeyArguments pinned = withCertificates("--peer-key", "SHA256:" + "00".repeat(32));
        pinned.expect("nas.example");
        assertThat(pinned.config(4791).peerName()).isEmpty();
    }

    /** Another process connects to addresses that nobody has written. */
    @Test
    void shouldTellOtherProcessesToExpectNobody() throws Exception {
        assertThat(withCertificates().options()).containsSequence("--peer-name", "*");
        assertThat(withCertificates("--peer-name", "a").options())
                .containsSequence("--peer-name", "a")
                .doesNotContain("*");
    }
}
