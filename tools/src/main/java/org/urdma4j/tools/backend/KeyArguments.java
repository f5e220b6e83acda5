package org.urdma4j.tools.backend;

import org.urdma4j.protection.aead.CipherChoice;
import org.urdma4j.protection.association.ProtectionConfig;
import org.urdma4j.protection.credentials.CertificateCredentials;
import org.urdma4j.protection.credentials.Credentials;
import org.urdma4j.protection.credentials.CredentialsException;
import org.urdma4j.protection.credentials.PskCredentials;
import org.urdma4j.protection.credentials.SpkiPin;
import org.urdma4j.tools.terminal.PathArgument;
import org.urdma4j.transport.port.keys.CipherSelection;

import picocli.CommandLine.Option;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What keys are agreed on with, and how long they are used. Not thread-safe. */
public class KeyArguments {
    private static final String ANY = "*";

    @Option(
            names = "--protect",
            paramLabel = "KEYS",
            description = {
                "Seal all packets: psk:FILE, a key that both ends have (urdma key psk), or cert:DIR"
                        + " with cert.pem, key.pem and ca.pem.",
                "Keys are agreed on by TLS 1.3 over the TCP port of the same number as the UDP"
                        + " port."
            })
    private String protect;

    @Option(
            names = "--peer-name",
            paramLabel = "NAME",
            description =
                    "The name or address that the peer's certificate must have; '*' for any that"
                            + " an authority in ca.pem signed. Default, where this end connects:"
                            + " the host as it is given.")
    private String peerName;

    /** Who is connected to, as people have written it. */
    private String host;

    @Option(
            names = "--peer-key",
            paramLabel = "SHA256:…",
            description =
                    "Fingerprint of the key that the peer's certificate must have; then ca.pem"
                            + " isn't needed.")
    private String peerKey;

    @Option(
            names = "--rekey",
            paramLabel = "PACKETS[,TIME]",
            description =
                    "Take the next key after so many packets, a power of two from 256 to 4M, and"
                            + " after so much time; default 4M,10m.")
    private String rekey;

    @Option(
            names = "--crypto",
            paramLabel = "CHOICE",
            description =
                    "What seals: auto, libcrypto[:PATH], ipsec-mb[:PATH] or jca[:PROVIDER]; default"
                            + " auto, the fastest without garbage (urdma crypto).")
    private String crypto = "auto";

    @Option(
            names = "--keylog",
            paramLabel = "FILE",
            description = "Write the secrets to a file of mode 0600, for urdma pcap open.")
    private Path keyLog;

    /**
     * Checks what can be checked without a network, credentials included.
     *
     * @param err is warned of a key log
     * @throws IllegalArgumentException if it can't be; the message is one line
     */
    public void check(PrintWriter err) {
        if (protect == null) {
            if (peerName != null || peerKey != null || keyLog != null || rekey != null) {
                throw new IllegalArgumentException(
                        "--peer-name, --peer-key, --rekey and --keylog need --protect");
            }
            return;
        }
        var _ = config(ProtectionConfig.KEY_PORT);
        if (keyLog != null) {
            err.println(
                    "urdma: whoever reads %s reads all that was sent; use it for tests alone"
                            .formatted(keyLog));
            err.flush();
        }
    }

    /** Has the peer's certificate be of this host, unless something else was asked of it. */
    public void expect(String connectedTo) {
        host = connectedTo;
    }

    /** Returns whether the peer's certificate must be of the host that this end connects to. */
    public boolean comparesHost() {
        return isGiven() && protect.startsWith("cert:") && peerName == null && peerKey == null;
    }

    private Optional<String> expectedName(Credentials credentials) {
        if (peerName != null) {
            return peerName.equals(ANY) ? Optional.empty() : Optional.of(peerName);
        }
        boolean compared = credentials instanceof CertificateCredentials && peerKey == null;
        return compared ? Optional.ofNullable(host) : Optional.empty();
    }

    public boolean isGiven() {
        return protect != null;
    }

    /**
     * Returns how keys are agreed on over a TCP port; {@link #isGiven} is true.
     *
     * @throws IllegalArgumentException if it can't be; the message is one line
     */
    public ProtectionConfig config(int keyPort) {
        return builder(keyPort).build();
    }

    ProtectionConfig.Builder builder(int keyPort) {
        try {
            CipherChoice choice = CipherChoice.parse(crypto);
            Credentials credentials = credentials();
            ProtectionConfig.Builder builder =
                    ProtectionConfig.builder(credentials, CipherSelection.of(choice))
                            .keyPort(keyPort);
            expectedName(credentials).ifPresent(builder::peerName);
            if (peerKey != null) {
                builder.peerPin(SpkiPin.parse(peerKey));
            }
            if (keyLog != null) {
                builder.keyLog(keyLog);
            }
            if (rekey != null) {
                Rekey parsed = Rekey.parse(rekey);
                builder.epochPackets(parsed.packets());
                parsed.time().ifPresent(builder::epochTime);
            }
            return builder;
        } catch (CredentialsException e) {
            throw new IllegalArgumentException("--protect: " + e.getMessage(), e);
        }
    }

    /**
     * Returns the same options as they are written, for another process, which connects to whom
     * nobody has named; none if none is given.
     */
    public List<String> options() {
        if (protect == null) {
            return List.of();
        }
        List<String> words = new ArrayList<>(List.of("--protect", protect));
        boolean unnamed = peerName == null && peerKey == null && protect.startsWith("cert:");
        add(words, "--peer-name", unnamed ? ANY : peerName);
        add(words, "--peer-key", peerKey);
        add(words, "--rekey", rekey);
        add(words, "--crypto", crypto);
        add(words, "--keylog", keyLog);
        return words;
    }

    static void add(List<String> words, String option, Object value) {
        if (value != null) {
            words.addAll(List.of(option, value.toString()));
        }
    }

    private Credentials credentials() throws CredentialsException {
        int colon = protect.indexOf(':');
        String kind = colon < 0 ? "" : protect.substring(0, colon);
        String path = protect.substring(colon + 1);
        if (path.isEmpty() || (!kind.equals("psk") && !kind.equals("cert"))) {
            throw new IllegalArgumentException(
                    "--protect takes psk:FILE or cert:DIR, not '%s'".formatted(protect));
        }
        return kind.equals("psk")
                ? PskCredentials.read(PathArgument.of(path))
                : CertificateCredentials.read(PathArgument.of(path));
    }
}
