package org.urdma4j.tools.backend;

import org.urdma4j.protection.aead.CipherChoice;
import org.urdma4j.transport.association.ProtectionConfig;
import org.urdma4j.transport.association.ProtectionPolicy;
import org.urdma4j.transport.credentials.CertificateCredentials;
import org.urdma4j.transport.credentials.Credentials;
import org.urdma4j.transport.credentials.CredentialsException;
import org.urdma4j.transport.credentials.PskCredentials;
import org.urdma4j.transport.credentials.SpkiPin;
import org.urdma4j.transport.port.Protection;
import org.urdma4j.transport.port.keys.CipherSelection;
import org.urdma4j.transport.port.keys.TlsProtection;

import picocli.CommandLine.Option;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;

/** How packets are sealed, as commands with a device have it. Not thread-safe. */
public final class ProtectArguments {
    /** What is done about peers without keys. */
    enum Policy {
        REQUIRED,
        ALLOWED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--protect",
            paramLabel = "KEYS",
            description = {
                "Seal all packets: psk:FILE, a key that both ends have (urdma key psk), or cert:DIR"
                        + " with cert.pem, key.pem and ca.pem.",
                "Keys are agreed on by TLS 1.3 over the TCP port after --port."
            })
    private String protect;

    @Option(
            names = "--peer-name",
            paramLabel = "NAME",
            description = "The name that the peer's certificate must have.")
    private String peerName;

    @Option(
            names = "--peer-key",
            paramLabel = "SHA256:…",
            description =
                    "Fingerprint of the key that the peer's certificate must have; then ca.pem"
                            + " isn't needed.")
    private String peerKey;

    @Option(
            names = "--protect-policy",
            paramLabel = "POLICY",
            description =
                    "About peers without keys: ${COMPLETION-CANDIDATES}; default required. allowed"
                            + " talks to them in the clear.")
    private Policy policy = Policy.REQUIRED;

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
                    "What seals: auto, libcrypto[:PATH] or jca[:PROVIDER]; default auto, the"
                            + " fastest (urdma crypto).")
    private String crypto = "auto";

    @Option(
            names = "--shape",
            paramLabel = "SHAPE",
            description = {
                "What sealed packets look like from outside: none; pad, each as long as the"
                        + " longest; constant:RATE, one of them in each slot of a rate in bit/s, 1M"
                        + " to 400G, whether there is data or not; default none.",
                "Of what this end sends, each queue pair for itself."
            })
    private String shape;

    @Option(
            names = "--chaff-limit",
            paramLabel = "TIME|BYTES",
            description =
                    "How long, or for how many bytes, constant goes on after the last data; none"
                            + " for as long as the connection lasts; default 60s.")
    private String chaffLimit;

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
            boolean others =
                    peerName != null
                            || peerKey != null
                            || keyLog != null
                            || rekey != null
                            || shape != null
                            || chaffLimit != null
                            || policy != Policy.REQUIRED;
            if (others) {
                throw new IllegalArgumentException(
                        "--peer-name, --peer-key, --protect-policy, --rekey, --shape,"
                                + " --chaff-limit and --keylog need --protect");
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

    /** Returns whether packets are sealed. */
    public boolean isGiven() {
        return protect != null;
    }

    /** Returns whether packets are as long as the longest; {@link #check} has been called. */
    public boolean isPadded() {
        return Shapes.parse(shape, chaffLimit).padded();
    }

    /**
     * Returns what makes the protection of one port, of the TCP port where keys are agreed on;
     * empty for packets in the clear. {@link #check} has been called.
     */
    public Optional<IntFunction<Protection>> protection() {
        return protect == null
                ? Optional.empty()
                : Optional.of(keyPort -> new TlsProtection(config(keyPort)));
    }

    /** Returns the same options as they are written, for another process; none if none is given. */
    public List<String> options() {
        if (protect == null) {
            return List.of();
        }
        List<String> words = new ArrayList<>(List.of("--protect", protect));
        add(words, "--peer-name", peerName);
        add(words, "--peer-key", peerKey);
        add(words, "--protect-policy", policy);
        add(words, "--rekey", rekey);
        add(words, "--crypto", crypto);
        add(words, "--shape", shape);
        add(words, "--chaff-limit", chaffLimit);
        add(words, "--keylog", keyLog);
        return words;
    }

    private static void add(List<String> words, String option, Object value) {
        if (value != null) {
            words.addAll(List.of(option, value.toString()));
        }
    }

    private ProtectionConfig config(int keyPort) {
        try {
            CipherChoice choice = CipherChoice.parse(crypto);
            ProtectionConfig.Builder builder =
                    ProtectionConfig.builder(credentials(), CipherSelection.of(choice))
                            .keyPort(keyPort)
                            .shape(Shapes.parse(shape, chaffLimit))
                            .policy(ProtectionPolicy.valueOf(policy.name()));
            if (peerName != null) {
                builder.peerName(peerName);
            }
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
            return builder.build();
        } catch (CredentialsException e) {
            throw new IllegalArgumentException("--protect: " + e.getMessage(), e);
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
                ? PskCredentials.read(Path.of(path))
                : CertificateCredentials.read(Path.of(path));
    }
}
