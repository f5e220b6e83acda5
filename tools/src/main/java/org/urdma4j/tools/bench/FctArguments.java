package org.urdma4j.tools.bench;

import org.urdma4j.measure.fct.FctOptions;
import org.urdma4j.measure.fct.FctQueue;
import org.urdma4j.measure.fct.FctScheme;
import org.urdma4j.measure.fct.FlowSizes;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.units.Units;
import org.urdma4j.tools.terminal.OutputFile;
import org.urdma4j.tools.terminal.PathArgument;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Hosts, links and flows as they are written on the command line. */
final class FctArguments {
    @Option(
            names = "--workload",
            description = {
                "Sizes of flows: websearch (default), hadoop, alistorage,",
                "or a file with a line of bytes and percent for each point."
            })
    private String workload = FlowSizes.WEBSEARCH.name();

    @Option(names = "--flows", description = "Default 2000, of hadoop and alistorage 20000.")
    private Integer flows;

    @Option(names = "--delay", description = "Of the long link, one way; default 400us.")
    private String delay = "400us";

    @Option(
            names = "--loss",
            description = "Share of packets lost on the way there; default 0.1%%.")
    private String loss = "0.1%";

    @Option(names = "--reverse-loss", description = "On the way back; default 0.")
    private String reverseLoss = "none";

    @Option(names = "--load", description = "Share of the long link's rate; default 0.2.")
    private double load = 0.2;

    @Option(names = "--pairs", description = "Of hosts; default 16.")
    private int pairs = 16;

    @Option(names = "--nic-rate", description = "Of a host; default 25G.")
    private String nicRate = "25G";

    @Option(names = "--rate", description = "Of the long link; default 100G.")
    private String rate = "100G";

    @Option(names = "--mtu", description = "Payload of full packets; default 1024.")
    private int mtu = 1024;

    @Option(
            names = "--window",
            description = "What a queue pair may have in flight; default 1.25bdp of its host.")
    private String window = "1.25bdp";

    @Option(names = "--queue", description = "Before the long link; default 1bdp of it.")
    private String queue = "1bdp";

    @Option(
            names = "--missing-first",
            description = {
                "There what fills a hole goes before all that waits;",
                "of lr2-paper it does in any case."
            })
    private boolean missingFirst;

    @Option(names = "--seed", description = "Of all that is random; default 1.")
    private long seed = 1;

    /**
     * Returns the one cell that the options are for.
     *
     * @throws IllegalArgumentException if something can't be read, or run
     */
    FctOptions cell() {
        return cell(sizes("--workload", workload), Units.timeNs(delay), LossSpec.parse(loss));
    }

    /** Returns a cell with these in the place of what was given. */
    FctOptions cell(FlowSizes sizes, long delayNs, LossSpec there) {
        return new FctOptions(
                FctScheme.GBN,
                sizes,
                flows == null ? sizes.flows() : flows,
                delayNs,
                there,
                LossSpec.parse(reverseLoss),
                load,
                pairs,
                Units.rate(nicRate),
                Units.rate(rate),
                mtu,
                bdp("--window", window),
                new FctQueue(bdp("--queue", queue), missingFirst),
                seed);
    }

    /** Returns sizes by their name, or out of a file. */
    static FlowSizes sizes(String option, String text) {
        Optional<FlowSizes> known =
                FlowSizes.KNOWN.stream().filter(it -> it.name().equals(text)).findFirst();
        if (known.isPresent()) {
            return known.get();
        }
        Path file = PathArgument.of(text);
        if (!Files.exists(file)) {
            throw new IllegalArgumentException(
                    "%s: %s is none of websearch, hadoop, alistorage, and no file"
                            .formatted(option, text));
        }
        try {
            return FlowSizes.read(text, Files.readAllLines(file));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "%s: can't read %s".formatted(option, OutputFile.why(file, e)), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
        }
    }

    private static double bdp(String option, String text) {
        try {
            if (text.endsWith("bdp")) {
                return Double.parseDouble(text.substring(0, text.length() - 3));
            }
        } catch (NumberFormatException _) {
            // said below
        }
        throw new IllegalArgumentException(option + " is a multiple such as 1.25bdp, not " + text);
    }
}
