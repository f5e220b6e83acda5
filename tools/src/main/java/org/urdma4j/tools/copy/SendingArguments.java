package org.urdma4j.tools.copy;

import org.urdma4j.copy.rdma.CopyPaths;
import org.urdma4j.fec.FecMode;
import org.urdma4j.measure.spec.Spread;
import org.urdma4j.measure.verbs.OwnAddresses;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.UrdmaPaths;
import org.urdma4j.verbs.UrdmaTuning;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** How this end sends data, as it is written on the command line. */
final class SendingArguments {
    /** For messages. */
    static final String ALL = "--cc, --fec, --rails and --paths";

    private static final String AUTO = "auto";

    private static final Map<String, CongestionControlType> CONTROLS =
            Map.of(
                    "rrcc", CongestionControlType.RRCC,
                    "background", CongestionControlType.BACKGROUND);

    @Option(
            names = "--cc",
            paramLabel = "CC",
            description =
                    "Congestion control of who sends: rrcc (default), or background, which takes"
                            + " what everybody else leaves. Of a pull that is the server, by an"
                            + " option of its own; with --ssh by this one.")
    private String cc;

    @Option(
            names = "--fec",
            paramLabel = "MODE",
            description =
                    "Error correction of who sends, as of --cc: off (default), auto, as losses"
                            + " demand, K,R such as 20,4, or 2d:R,C.")
    private String fec;

    @Option(
            names = "--rails",
            paramLabel = "auto|ADDR,...",
            description =
                    "Send over further addresses of this machine, the n-th of each end with the"
                            + " n-th of the other: all that it has, or these. The other end has to"
                            + " be given it, too; with --ssh it is given auto.")
    private String rails;

    @Option(
            names = "--paths",
            paramLabel = "N",
            description =
                    "Send from so many UDP source ports of each address, 1 to 64; default 1:"
                            + " routers may choose another way for each. The other end as of"
                            + " --rails.")
    private int ports = 1;

    /**
     * Checks what can be.
     *
     * @throws IllegalArgumentException if it can't be read
     */
    void check() {
        if (cc != null && !CONTROLS.containsKey(cc)) {
            throw new IllegalArgumentException(
                    "--cc is rrcc or background, not \"%s\"".formatted(cc));
        }
        if (fec != null) {
            try {
                var _ = FecMode.parse(fec);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("--fec: " + e.getMessage(), e);
            }
        }
        if (ports < 1 || ports > Spread.MOST_ENTROPIES) {
            throw new IllegalArgumentException("--paths is %d, must be 1 to 64".formatted(ports));
        }
        if (rails != null && !rails.equals(AUTO)) {
            checkRails();
        }
    }

    private void checkRails() {
        List<InetAddress> addresses;
        try {
            addresses = listed();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "--rails is auto, or addresses of this machine with commas between, not \"%s\""
                            .formatted(rails),
                    e);
        }
        if (addresses.stream().distinct().count() < addresses.size()) {
            throw new IllegalArgumentException("--rails has an address twice: " + rails);
        }
        if (addresses.size() >= UrdmaPaths.MOST_RAILS) {
            throw new IllegalArgumentException(
                    "--rails has %d addresses, 15 at most".formatted(addresses.size()));
        }
    }

    private List<InetAddress> listed() {
        return Stream.of(rails.split(",", -1)).map(InetAddress::ofLiteral).toList();
    }

    boolean isGiven() {
        return cc != null || fec != null || hasPaths();
    }

    boolean hasPaths() {
        return rails != null || ports > 1;
    }

    /**
     * Returns over which addresses and ports this end sends, once they are checked.
     *
     * @throws IOException if the machine doesn't tell its addresses
     */
    CopyPaths paths() throws IOException {
        List<InetAddress> addresses = List.of();
        if (rails != null) {
            addresses = rails.equals(AUTO) ? OwnAddresses.all() : listed();
        }
        return new CopyPaths(addresses, ports);
    }

    UrdmaTuning tuning() {
        UrdmaTuning.Builder tuning = UrdmaTuning.builder();
        if (hasPaths()) {
            tuning.paths(UrdmaPaths.AUTO.withEntropies(ports));
        }
        if (cc != null) {
            tuning.congestionControl(CONTROLS.get(cc));
        }
        return fec == null ? tuning.build() : tuning.fec(fec).build();
    }

    /** Returns the same options for the far end; each is of few letters once it is checked. */
    String words() {
        return (cc == null ? "" : " --cc " + cc)
                + (fec == null ? "" : " --fec " + fec)
                + (rails == null ? "" : " --rails auto")
                + (ports == 1 ? "" : " --paths " + ports);
    }
}
