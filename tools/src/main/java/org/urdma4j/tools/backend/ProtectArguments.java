package org.urdma4j.tools.backend;

import org.urdma4j.protection.association.ProtectionConfig;
import org.urdma4j.protection.association.ProtectionPolicy;
import org.urdma4j.transport.port.ProtectionMaker;
import org.urdma4j.transport.port.keys.TlsProtection;

import picocli.CommandLine.Option;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How packets are sealed, as commands with a device have it. Not thread-safe. */
public final class ProtectArguments extends KeyArguments {
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
            names = "--protect-policy",
            paramLabel = "POLICY",
            description =
                    "About peers without keys: ${COMPLETION-CANDIDATES}; default required. allowed"
                            + " talks to them in the clear.")
    private Policy policy = Policy.REQUIRED;

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

    @Override
    public void check(PrintWriter err) {
        boolean others = shape != null || chaffLimit != null || policy != Policy.REQUIRED;
        if (!isGiven() && others) {
            throw new IllegalArgumentException(
                    "--protect-policy, --shape and --chaff-limit need --protect");
        }
        super.check(err);
    }

    /** Returns whether packets are as long as the longest; {@link #check} has been called. */
    public boolean isPadded() {
        return Shapes.parse(shape, chaffLimit).padded();
    }

    /**
     * Returns what makes the protection of one port; empty for packets in the clear. {@link #check}
     * has been called.
     */
    public Optional<ProtectionMaker> protection() {
        return isGiven()
                ? Optional.of((keyPort, door) ->
                        new TlsProtection(builder(keyPort).listener(door).build()))
                : Optional.empty();
    }

    @Override
    public List<String> options() {
        if (!isGiven()) {
            return List.of();
        }
        List<String> words = new ArrayList<>(super.options());
        add(words, "--protect-policy", policy);
        add(words, "--shape", shape);
        add(words, "--chaff-limit", chaffLimit);
        return words;
    }

    @Override
    ProtectionConfig.Builder builder(int keyPort) {
        return super.builder(keyPort)
                .shape(Shapes.parse(shape, chaffLimit))
                .policy(ProtectionPolicy.valueOf(policy.name()));
    }
}
