package org.urdma4j.tools.terminal;

import org.urdma4j.fec.FecMode;
import org.urdma4j.gateway.message.GatewayKey;
import org.urdma4j.gateway.packet.GatewayConfig;
import org.urdma4j.protection.credentials.CredentialsException;
import org.urdma4j.protection.credentials.PrivateFile;
import org.urdma4j.simulation.units.Units;

import picocli.CommandLine.Option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.stream.Stream;

/** Sizes and habits of a gateway as they are written on the command line. */
public final class GatewayArguments {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String AUTO = "auto";
    private static final String OFF = "off";
    private static final long LARGEST_POOL = 64L << 30;
    private static final long SHORTEST_RTT_NS = 1000;
    private static final int MOST_FLOWS = 1 << 20;

    @Option(
            names = "--long-rtt",
            paramLabel = "TIME",
            description = "Of the long link until it is measured; default auto.")
    private String longRtt = AUTO;

    @Option(
            names = "--reorder-pool",
            paramLabel = "BYTES",
            description = "Held behind holes; default 3 x rate x long RTT.")
    private String reorder = AUTO;

    @Option(
            names = "--backup-pool",
            paramLabel = "BYTES",
            description = "Kept until a host acknowledges it; default 16M.")
    private String backup = AUTO;

    @Option(
            names = "--copy-pool",
            paramLabel = "BYTES",
            description = {
                "Of what went over the long link; default 4 x rate x long RTT;",
                "0 is the paper's gateway."
            })
    private String copy = AUTO;

    @Option(
            names = "--fec",
            paramLabel = "SCHEME",
            description = "off (default), or K,R, or 2d:R,C.")
    private String fec = OFF;

    @Option(names = "--max-flows", paramLabel = "N", description = "Each way; default 65536.")
    private int maxFlows = GatewayConfig.DEFAULT_MAX_FLOWS;

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "What gateways know each other by: 16 to 1024 bytes.")
    private Path key;

    /** Returns whether an option was given, which makes no sense without a gateway. */
    public boolean isGiven() {
        return key != null
                || maxFlows != GatewayConfig.DEFAULT_MAX_FLOWS
                || !fec.equals(OFF)
                || !Stream.of(longRtt, reorder, backup, copy).allMatch(AUTO::equals);
    }

    public boolean copies() {
        return !copy.equals(AUTO);
    }

    /**
     * Returns what a gateway is to be like.
     *
     * @param rateBps of the long link
     * @param rttNs of the long link; 0 if it isn't known
     * @param sizingNs how long what is under way may be so, by which pools are sized
     * @param mtu of the long link, in bytes
     * @throws IllegalArgumentException if something can't be read or is out of range
     */
    public GatewayConfig config(long rateBps, long rttNs, long sizingNs, int mtu) {
        if (maxFlows < 1 || maxFlows > MOST_FLOWS) {
            throw new IllegalArgumentException(
                    "--max-flows is 1 to %d, not %d".formatted(MOST_FLOWS, maxFlows));
        }
        long knownNs = longRtt.equals(AUTO) ? rttNs : Units.timeNs(longRtt);
        if (knownNs != 0 && knownNs < SHORTEST_RTT_NS) {
            throw new IllegalArgumentException("--long-rtt is 1us or more, or auto");
        }
        long bdp = bytes(rateBps, Math.max(sizingNs, knownNs));
        GatewayConfig.Builder builder =
                GatewayConfig.builder(RANDOM.nextInt())
                        .bdp(Math.min(bdp, LARGEST_POOL / GatewayConfig.POOL_BDPS))
                        .longRttNs(knownNs)
                        .rateBps(rateBps)
                        .maxFlows(maxFlows)
                        .mtu(mtu)
                        .fec(groups(fec))
                        .seed(RANDOM.nextLong());
        if (!reorder.equals(AUTO)) {
            builder.reorderBytes(pool("--reorder-pool", reorder));
        }
        if (!backup.equals(AUTO)) {
            builder.backupBytes(pool("--backup-pool", backup));
        }
        if (!copy.equals(AUTO)) {
            builder.copyBytes(pool("--copy-pool", copy));
        }
        if (key != null) {
            builder.key(readKey(key));
        }
        return builder.build();
    }

    /**
     * Returns the round trip of the long link.
     *
     * @param otherwise what it is taken for if nothing is said
     */
    public long longRttNs(long otherwise) {
        return longRtt.equals(AUTO) ? otherwise : Units.timeNs(longRtt);
    }

    public boolean hasFec() {
        return !fec.equals(OFF);
    }

    private static FecMode groups(String text) {
        FecMode mode = FecMode.parse(text);
        boolean fixed = mode.kind() == FecMode.Kind.FIXED;
        if (mode.kind() != FecMode.Kind.OFF
                && !(fixed && mode.k() * mode.r() <= GatewayConfig.MAX_FEC_MEMBERS)) {
            throw new IllegalArgumentException(
                    "--fec is off, K,R or 2d:R,C here, for at most %d packets, not \"%s\""
                            .formatted(GatewayConfig.MAX_FEC_MEMBERS, text));
        }
        return mode;
    }

    private static long bytes(long rateBps, long ns) {
        return (long) (rateBps / (double) Byte.SIZE * (ns / 1e9));
    }

    private static long pool(String option, String text) {
        long bytes = Units.bytes(text);
        if (bytes > LARGEST_POOL) {
            throw new IllegalArgumentException(
                    "%s is at most %d bytes, not %s".formatted(option, LARGEST_POOL, text));
        }
        return bytes;
    }

    private static GatewayKey readKey(Path file) {
        if (!Files.exists(file)) {
            throw new IllegalArgumentException(
                    "there is no key file %s; make it with: (umask 077; head -c 32 /dev/urandom > %s)"
                            .formatted(file, file));
        }
        try {
            byte[] bytes = PrivateFile.readSecret(file, "key file");
            if (bytes.length > GatewayKey.MOST_BYTES) {
                throw new IllegalArgumentException(
                        "the key file %s is longer than %d bytes"
                                .formatted(file, GatewayKey.MOST_BYTES));
            }
            if (bytes.length < GatewayKey.LEAST_BYTES) {
                throw new IllegalArgumentException(
                        "the key file %s has %d bytes; a key has %d or more"
                                .formatted(file, bytes.length, GatewayKey.LEAST_BYTES));
            }
            return new GatewayKey(bytes);
        } catch (CredentialsException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
