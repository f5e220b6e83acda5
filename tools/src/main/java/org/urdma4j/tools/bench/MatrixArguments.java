package org.urdma4j.tools.bench;

import org.urdma4j.measure.matrix.Cell;
import org.urdma4j.measure.matrix.Grid;
import org.urdma4j.measure.matrix.Matrix;
import org.urdma4j.measure.matrix.MatrixResult;
import org.urdma4j.measure.sim.Profile;
import org.urdma4j.measure.sim.SimOptions;
import org.urdma4j.measure.sim.SimOptionsBuilder;
import org.urdma4j.measure.sim.SimResult;
import org.urdma4j.report.matrix.CsvReport;
import org.urdma4j.report.matrix.HtmlReport;
import org.urdma4j.report.matrix.TracePage;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.units.Units;
import org.urdma4j.tools.terminal.OutputFile;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.DoublePredicate;
import java.util.function.Function;

/** A matrix of runs as it is written on the command line. */
final class MatrixArguments {
    private static final Set<String> ONE_RUN =
            Set.of(
                    "--rtt",
                    "--loss",
                    "--loss-model",
                    "--profile",
                    "--json",
                    "--message",
                    "--messages",
                    "--rails",
                    "--kill",
                    "--revive",
                    "--entropies",
                    "--container",
                    "--path-policy",
                    "--couple",
                    "--trace");

    private static final Set<String> MATRIX =
            Set.of("--rtts", "--losses", "--profiles", "--csv", "--threads");

    @Option(
            names = "--matrix",
            description = {
                "Run every profile over every round trip and loss, each long enough for a steady",
                "state unless --time is given, and print a table."
            })
    private boolean wanted;

    @Option(
            names = "--rtts",
            paramLabel = "RTT,...",
            split = ",",
            description = "Of the matrix; default 0.1ms,5ms,10ms,20ms,40ms,80ms.")
    private List<String> rtts = List.of();

    @Option(
            names = "--losses",
            paramLabel = "LOSS,...",
            split = ",",
            description = "Of the matrix; default 0,0.001%%,0.01%%,0.1%%,1%%.")
    private List<String> losses = List.of();

    @Option(
            names = "--profiles",
            paramLabel = "PROFILE,...",
            split = ",",
            description = "Of the matrix; default standard,urdma; cubic and bbr, too.")
    private List<String> profiles = List.of();

    @Option(names = "--csv", paramLabel = "FILE", description = "Write the matrix as CSV.")
    private Path csv;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write the matrix, or a run with --trace, as a page with figures.")
    private Path html;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Cells that run at a time; default: one for each processor.")
    private int threads = Runtime.getRuntime().availableProcessors();

    /** Returns whether a page is to be written. */
    boolean hasPage() {
        return html != null;
    }

    boolean wanted() {
        return wanted;
    }

    /**
     * Sees whether the options that were given go together.
     *
     * @throws IllegalArgumentException if not
     */
    void check(List<String> given) {
        if (html != null && !wanted && !given.contains("--trace")) {
            throw new IllegalArgumentException("--html needs --matrix or --trace");
        }
        Set<String> wrong = wanted ? ONE_RUN : MATRIX;
        for (String option : given) {
            if (wrong.contains(option)) {
                throw new IllegalArgumentException(
                        wanted
                                ? option + " does not go with --matrix; " + instead(option)
                                : option + " needs --matrix");
            }
        }
        if (threads < 1) {
            throw new IllegalArgumentException("--threads must be at least 1");
        }
        OutputFile.check("--csv", csv);
        OutputFile.check("--html", html);
    }

    private static String instead(String option) {
        return switch (option) {
            case "--rtt", "--loss", "--profile" -> "use " + option + plural(option);
            case "--json" -> "use --csv FILE";
            default -> "leave it out";
        };
    }

    private static String plural(String option) {
        return option.endsWith("s") ? "es" : "s";
    }

    /**
     * Runs it.
     *
     * @throws IllegalArgumentException if something can't be read, or run
     */
    MatrixResult run(PathArguments path, TrafficArguments traffic, DoublePredicate progress)
            throws InterruptedException {
        return Matrix.run(grid(), cell -> options(cell, path, traffic), threads, progress);
    }

    private static SimOptions options(Cell cell, PathArguments path, TrafficArguments traffic) {
        SimOptionsBuilder builder = SimOptions.builder();
        path.apply(builder, cell.rttNs(), cell.loss());
        traffic.apply(builder, cell.profile(), cell.timeNs());
        if (cell.profile() != Profile.URDMA) {
            TrafficArguments.withoutTuning(builder, cell.profile());
        }
        return builder.build();
    }

    private Grid grid() {
        return new Grid(
                each(profiles, Grid.PAPER.profiles(), MatrixArguments::profile),
                each(rtts, Grid.PAPER.rttsNs(), Units::timeNs),
                each(losses, Grid.PAPER.losses(), LossSpec::parse));
    }

    private static Profile profile(String text) {
        return TrafficArguments.named(Profile.class, "--profiles", text);
    }

    private static <T> List<T> each(List<String> given, List<T> usual, Function<String, T> read) {
        return given.isEmpty() ? usual : given.stream().map(read).toList();
    }

    /** Writes the page of one run, if it was asked for. */
    void write(SimResult result) throws IOException {
        OutputFile.write(html, out -> TracePage.write(result, out));
    }

    /** Writes the files that were asked for. */
    void write(MatrixResult result) throws IOException {
        OutputFile.write(csv, out -> CsvReport.write(result, out));
        OutputFile.write(html, out -> HtmlReport.write(result, out));
    }
}
