package org.urdma4j.tools.bench;

import org.urdma4j.measure.fct.FctOptions;
import org.urdma4j.measure.fct.FctResult;
import org.urdma4j.measure.fct.FctRun;
import org.urdma4j.measure.fct.FctScheme;
import org.urdma4j.measure.fct.FlowSizes;
import org.urdma4j.measure.json.FctJson;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.units.Units;
import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.tools.terminal.Progress;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;

/** {@code urdma bench fct}: flow completion times over a long, lossy link, in virtual time. */
@Command(
        name = "fct",
        description = {
            "Simulate how long flows take with and without gateways.",
            "Hosts are on both sides of a long, lossy link, whose losses the gateways recover. Each"
                    + " scheme gets the same flows."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:it ran", "2:called wrongly", "130:Ctrl-C"})
final class FctCommand implements Callable<Integer> {
    private static final int STEPS = 1000;

    @Option(
            names = "--scheme",
            split = ",",
            paramLabel = "SCHEME",
            description =
                    "gbn, slr, netrt, lr2, copy, sr, or several of them; default gbn,lr2,copy,sr.")
    private List<String> schemes = List.of("gbn", "lr2", "copy", "sr");

    @Option(
            names = "--workload",
            description = "Sizes of flows: websearch (default), hadoop or alistorage.")
    private String workload = "websearch";

    @Option(names = "--flows", description = "Default 2000 of websearch, 20000 of the others.")
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

    @Option(names = "--seed", description = "Of all that is random; default 1.")
    private long seed = 1;

    @Option(names = "--json", description = "Print an array of JSON objects, one for each scheme.")
    private boolean json;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        List<FctOptions> runs = new ArrayList<>();
        try {
            for (String scheme : schemes) {
                runs.add(options(constant(FctScheme.class, "--scheme", scheme)));
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        List<FctResult> results = new ArrayList<>();
        FctResult lossless;
        try (Interrupt interrupt = new Interrupt(() -> {});
                Progress progress = Progress.of("bench fct", STEPS)) {
            lossless = run(runs.getFirst().with(FctScheme.GBN, LossSpec.NONE), interrupt, progress);
            for (FctOptions options : runs) {
                results.add(run(options, interrupt, progress));
            }
        } catch (CancellationException _) {
            throw new InterruptedException();
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            FctJson.print(results, lossless, out);
        } else {
            FctText.print(results, lossless, out);
        }
        return ExitCode.OK;
    }

    private static FctResult run(FctOptions options, Interrupt interrupt, Progress progress) {
        return FctRun.run(
                options,
                share -> {
                    if (interrupt.happened()) {
                        throw new CancellationException();
                    }
                    progress.at((long) (share * STEPS));
                });
    }

    private FctOptions options(FctScheme scheme) {
        FlowSizes sizes = constant(FlowSizes.class, "--workload", workload);
        return new FctOptions(
                scheme,
                sizes,
                flows == null ? sizes.flows() : flows,
                Units.timeNs(delay),
                LossSpec.parse(loss),
                LossSpec.parse(reverseLoss),
                load,
                pairs,
                Units.rate(nicRate),
                Units.rate(rate),
                mtu,
                bdp("--window", window),
                bdp("--queue", queue),
                seed);
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String option, String name) {
        try {
            return Enum.valueOf(type, name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException _) {
            throw new IllegalArgumentException(option + " has no " + name + "; see --help");
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
