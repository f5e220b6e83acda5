package org.urdma4j.tools.bench;

import org.urdma4j.measure.json.SimJson;
import org.urdma4j.measure.matrix.MatrixResult;
import org.urdma4j.measure.rail.RailPlan;
import org.urdma4j.measure.sim.SimOptions;
import org.urdma4j.measure.sim.SimOptionsBuilder;
import org.urdma4j.measure.sim.SimResult;
import org.urdma4j.measure.sim.SimRun;
import org.urdma4j.simulation.units.Units;
import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.tools.terminal.Progress;
import org.urdma4j.tools.terminal.RailArguments;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;

/** {@code urdma bench sim}: one run in virtual time, or a matrix of them. */
@Command(
        name = "sim",
        description = {
            "Simulate RDMA WRITE or TCP over a long, lossy path in virtual time.",
            "Packet by packet: goodput, delay, fairness. The same options and seed give the same figures."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:it ran",
            "1:it could not",
            "2:called wrongly",
            "130:Ctrl-C; the cells of a matrix that had run are printed and written"
        })
final class SimCommand implements Callable<Integer> {
    /** Of the progress bar. */
    private static final int STEPS = 1000;

    private static final int TRACE_POINTS = 500;

    /** Of messages one at a time, which take a few. */
    private static final long TRACES_A_ROUND_TRIP = 8;

    private static final int MOST_TRACE_POINTS = 100_000;

    @Mixin private PathArguments path;

    @Mixin private RailArguments rails;

    @Mixin private SpreadArguments spread;

    @Mixin private TrafficArguments traffic;

    @Mixin private MatrixArguments matrix;

    @Option(names = "--json", description = "Print a JSON object.")
    private boolean json;

    @Option(
            names = "--trace",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "TIME",
            description = {
                "Note rates, states of congestion control and the queue every TIME, by default each",
                "round trip, or 500 times in a longer run; for --json and --html."
            })
    private String trace;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<String> given =
                spec.commandLine().getParseResult().matchedOptions().stream()
                        .map(OptionSpec::longestName)
                        .toList();
        try {
            matrix.check(given);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        try (Interrupt interrupt = new Interrupt(() -> {})) {
            if (matrix.wanted()) {
                runMatrix(interrupt);
            } else {
                runOnce(interrupt);
            }
        }
        return ExitCode.OK;
    }

    private void runMatrix(Interrupt interrupt) throws IOException, InterruptedException {
        MatrixResult result;
        try (Progress progress = Progress.of("bench sim", STEPS)) {
            result =
                    matrix.run(
                            path,
                            traffic,
                            share -> {
                                show(progress, share);
                                return !interrupt.happened();
                            });
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        MatrixText.print(result, spec.commandLine().getOut());
        matrix.write(result);
        if (!result.complete()) {
            throw new InterruptedException();
        }
    }

    private static void show(Progress progress, double share) {
        progress.at((long) (share * STEPS));
    }

    private void runOnce(Interrupt interrupt) throws IOException, InterruptedException {
        SimOptions options = options();
        long traceNs = traceNs(options);
        PrintWriter out = spec.commandLine().getOut();
        SimResult result;
        try (Progress progress = Progress.of("bench sim", STEPS)) {
            result =
                    SimRun.run(
                            options,
                            traceNs,
                            share -> {
                                if (interrupt.happened()) {
                                    throw new CancellationException();
                                }
                                show(progress, share);
                            });
        } catch (CancellationException _) {
            if (json) {
                SimJson.printFailure(Interrupt.MESSAGE, out);
            }
            throw new InterruptedException();
        }
        if (json) {
            SimJson.print(result, out);
        } else {
            SimText.print(result, out);
        }
        matrix.write(result);
        if (!result.all().failure().isEmpty()) {
            spec.commandLine()
                    .getErr()
                    .println("urdma: a connection broke: " + result.all().failure());
        }
    }

    private long traceNs(SimOptions options) {
        if (trace == null) {
            return 0;
        }
        if (!json && !matrix.hasPage()) {
            throw new ParameterException(
                    spec.commandLine(), "--trace is for --json or --html FILE; add one of them");
        }
        if (trace.isEmpty()) {
            return options.messages() > 0
                    ? Math.max(1000, options.rttNs() / TRACES_A_ROUND_TRIP)
                    : Math.max(options.rttNs(), options.timeNs() / TRACE_POINTS);
        }
        long stepNs;
        try {
            stepNs = Units.timeNs(trace);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        if (stepNs > options.timeNs() || options.timeNs() / MOST_TRACE_POINTS >= stepNs) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--trace is %s, must be in --time once at least and %d times at most"
                            .formatted(trace, MOST_TRACE_POINTS));
        }
        return stepNs;
    }

    private void requireNoSpread() {
        if (spread.given() != null) {
            throw new IllegalArgumentException(spread.given() + " needs --rails");
        }
    }

    /** A run that isn't carried out yet; {@code traceNs} is 0 for no trace. */
    record Plan(SimOptions options, long traceNs) {}

    /** Returns what the command would run with these arguments. */
    static Plan plan(String arguments) {
        SimCommand command = new SimCommand();
        new CommandLine(command).parseArgs(arguments.split(" "));
        SimOptions options = command.options();
        return new Plan(options, command.traceNs(options));
    }

    private SimOptions options() {
        SimOptionsBuilder builder = SimOptions.builder();
        try {
            RailPlan plan = rails.plan();
            if (plan.isEmpty()) {
                path.apply(builder);
                requireNoSpread();
            } else {
                path.apply(builder, plan);
                builder.paths(spread.paths());
            }
            traffic.apply(builder);
            SimOptions options = builder.build();
            SpreadArguments.requirePacket(options.paths(), options.payloadBytes());
            return options;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }
}
