package org.urdma4j.tools.bench;

import org.urdma4j.measure.spec.Side;
import org.urdma4j.measure.spec.Spread;
import org.urdma4j.verbs.UrdmaPaths;

import picocli.CommandLine.Option;

import java.util.ArrayList;
import java.util.List;

/** Between which addresses URDMA sends, as it is written on the command line. */
final class EndPathArguments extends SpreadArguments {
    @Option(
            names = "--paths",
            paramLabel = "OWN-THEIRS,...[/PORTS]",
            description = {
                "URDMA sends between several pairs of addresses, such as",
                "10.0.1.1-10.0.1.2,10.0.2.1-10.0.2.2; connections are made over the client's",
                "first. /4: from four source ports each, as --entropies 4."
            })
    private String paths;

    @Option(
            names = "--rails",
            paramLabel = "auto",
            description = "URDMA sends between all addresses of both ends, n-th with n-th.")
    private String rails;

    /** Returns whether several paths are wanted. */
    boolean isGiven() {
        return paths != null || rails != null;
    }

    /**
     * Returns between which addresses and how.
     *
     * @param side that these are the arguments of
     * @param payloadBytes what was asked for, 0 for what fits
     * @throws IllegalArgumentException if something can't be read, or doesn't go together
     */
    Spread spread(Side side, int payloadBytes) {
        if (!isGiven()) {
            if (given() != null) {
                throw new IllegalArgumentException(given() + " needs --paths, or --rails auto");
            }
            return Spread.NONE;
        }
        if (paths != null && rails != null) {
            throw new IllegalArgumentException("give --paths or --rails auto, not both");
        }
        if (rails != null && !rails.equals("auto")) {
            throw new IllegalArgumentException(
                    "--rails is auto, not \"%s\"; see --paths".formatted(rails));
        }
        String pairs = paths;
        if (paths != null && paths.indexOf('/') >= 0) {
            pairs = paths.substring(0, paths.indexOf('/'));
            takePorts(paths.substring(pairs.length() + 1));
        }
        UrdmaPaths how = paths();
        requirePacket(how, payloadBytes);
        return new Spread(
                true,
                pairs == null ? List.of() : pairs(side, pairs),
                how.entropies(),
                how.containerBytes(),
                policyName(),
                how.coupled());
    }

    private static List<Spread.Pair> pairs(Side side, String text) {
        List<Spread.Pair> pairs = new ArrayList<>();
        for (String path : text.split(",", -1)) {
            String[] ends = path.strip().split("-", -1);
            if (ends.length != 2) {
                throw new IllegalArgumentException(
                        "\"%s\" is no path; write it like 10.0.1.1-10.0.1.2"
                                .formatted(path.strip()));
            }
            pairs.add(
                    side == Side.CLIENT
                            ? new Spread.Pair(ends[0], ends[1])
                            : new Spread.Pair(ends[1], ends[0]));
        }
        return pairs;
    }
}
