package org.urdma4j.tools.bench;

import org.urdma4j.leafspine.pattern.Pattern;
import org.urdma4j.leafspine.run.FabricOptions;
import org.urdma4j.leafspine.run.Scheme;
import org.urdma4j.leafspine.topology.Shape;
import org.urdma4j.simulation.units.Units;

import picocli.CommandLine.Option;

import java.util.function.Consumer;

/** The fabric, and what is sent in it, as they are written on the command line. */
final class FabricArguments {
    private static final long PS_PER_NS = 1000;

    @Option(
            names = "--pattern",
            description = "alltoall (default), allreduce, incast or permutation.")
    private String pattern = Pattern.ALLTOALL.label();

    @Option(names = "--size", description = "Of each rank's buffer; default 512M.")
    private String size = "512M";

    @Option(names = "--servers", description = "Each has a leaf; default 4.")
    private int servers = 4;

    @Option(names = "--nics", description = "Of a server, a job each; default 8.")
    private int nics = 8;

    @Option(names = "--link", description = "Rate of a NIC; default 100G.")
    private String link = "100G";

    @Option(
            names = "--uplink",
            paramLabel = "[N]xRATE",
            description = "Cables from each leaf to each spine; default 4x100G.")
    private String uplink = "4x100G";

    @Option(names = "--spines", description = "Default 4: speed-up 2; with 3 it is 1.5.")
    private int spines = 4;

    @Option(
            names = "--fail",
            paramLabel = "LINK@TIME",
            description = {
                "An uplink that dies, such as A-1.2@500us: of leaf A, to spine 1, cable 2.",
                "At 0 it has been dead for long."
            })
    private String fail;

    @Option(names = "--seed", description = "The first one; default 1.")
    private long seed = 1;

    Shape shape() {
        String[] parts = uplink.split("x", 2);
        int cables = parts.length == 1 ? 1 : number(parts[0]);
        return new Shape(
                servers,
                nics,
                Units.rate(link),
                cables,
                Units.rate(parts[parts.length - 1]),
                spines,
                Shape.DELAY_PS);
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--uplink is written like 4x100G", e);
        }
    }

    /** Returns the largest size of a matrix. */
    long bytes() {
        return Units.bytes(size);
    }

    long seed() {
        return seed;
    }

    /**
     * Returns what runs.
     *
     * @param note told what is otherwise than written
     * @throws IllegalArgumentException if something can't be read, or run
     */
    FabricOptions options(Scheme scheme, Consumer<String> note) {
        Pattern what = FabricNames.of("--pattern", Pattern.values(), Pattern::label, pattern);
        Shape shape = shape();
        long asked = Units.bytes(size);
        long bytes = what.rounded(asked, servers);
        if (bytes != asked) {
            note.accept(
                    "--size: %d bytes are rounded up to %d, which %d ranks divide"
                            .formatted(asked, bytes, servers));
        }
        if (fail == null) {
            return new FabricOptions(what, bytes, shape, scheme, null, 0, seed);
        }
        int at = fail.indexOf('@');
        if (at < 0) {
            throw new IllegalArgumentException("--fail is written like A-1.2@500us");
        }
        long ns = Units.timeNs(fail.substring(at + 1));
        String cable = fail.substring(0, at);
        shape.requireUplink(cable);
        return new FabricOptions(what, bytes, shape, scheme, cable, ns * PS_PER_NS, seed);
    }
}
