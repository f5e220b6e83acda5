package org.urdma4j.tools.bench;

import org.urdma4j.leafspine.run.Scheme;
import org.urdma4j.measure.fabric.FabricCell;
import org.urdma4j.measure.fabric.FabricGrid;
import org.urdma4j.measure.fabric.FabricMatrix;
import org.urdma4j.measure.json.FabricJson;
import org.urdma4j.measure.json.Json;
import org.urdma4j.report.chart.Csv;
import org.urdma4j.report.fabric.FabricHtml;
import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.tools.terminal.OutputFile;
import org.urdma4j.tools.terminal.Progress;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

/** {@code urdma bench fabric}: collectives in a leaf-spine fabric, in virtual time. */
@Command(
        name = "fabric",
        description = {
            "Simulate how long collectives take in a leaf-spine fabric.",
            "What is asked for runs beside the baseline: RoCE over ECMP with DCQCN. What depends on"
                    + " hashes runs with several."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:it ran",
            "1:a file could not be written",
            "2:called wrongly",
            "130:Ctrl-C; what had run is printed and written"
        })
final class FabricCommand implements Callable<Integer> {
    private static final int STEPS = 1000;
    private static final Set<String> NOT_WITH_MATRIX =
            Set.of(
                    "--pattern",
                    "--spines",
                    "--fail",
                    "--lb",
                    "--cc",
                    "--profile",
                    "--pfc",
                    "--qps",
                    "--container",
                    "--grants");

    @Mixin private FabricArguments arguments;

    @Mixin private FabricSchemeArguments how;

    @Option(names = "--seeds", paramLabel = "N", description = "How many hashes; default 20.")
    private int seeds = 20;

    @Option(
            names = "--matrix",
            description =
                    "Run the paper's figures: both collectives, 1M to --size, 3 and 4 spines.")
    private boolean matrix;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Runs at a time; default: one for each processor.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--json", description = "Print an array of JSON objects.")
    private boolean json;

    @Option(names = "--csv", paramLabel = "FILE", description = "Write a line for each cell.")
    private Path csv;

    @Option(names = "--html", paramLabel = "FILE", description = "Write a page with pictures.")
    private Path html;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<FabricGrid.Wanted> cells;
        try {
            check();
            cells = cells();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        List<FabricCell> done;
        try (Interrupt interrupt = new Interrupt(() -> {});
                Progress progress = Progress.of("bench fabric", STEPS)) {
            done =
                    FabricGrid.run(
                            cells,
                            threads,
                            share -> {
                                progress.at((long) (share * STEPS));
                                return !interrupt.happened();
                            });
        }
        print(done);
        OutputFile.write(csv, out -> Csv.write(FabricJson.rows(done), out));
        OutputFile.write(html, out -> FabricHtml.write(done, out));
        if (done.size() < cells.size()) {
            throw new InterruptedException();
        }
        return ExitCode.OK;
    }

    private void check() {
        if (seeds < 1 || seeds > 1000) {
            throw new IllegalArgumentException("--seeds is 1 to 1000");
        }
        if (threads < 1) {
            throw new IllegalArgumentException("--threads must be at least 1");
        }
        if (matrix) {
            spec.commandLine().getParseResult().matchedOptions().stream()
                    .map(it -> it.longestName())
                    .filter(NOT_WITH_MATRIX::contains)
                    .findFirst()
                    .ifPresent(it -> {
                        throw new IllegalArgumentException(it + " does not go with --matrix");
                    });
        }
        OutputFile.check("--csv", csv);
        OutputFile.check("--html", html);
    }

    private List<FabricGrid.Wanted> cells() {
        if (matrix) {
            List<FabricGrid.Wanted> cells =
                    FabricMatrix.cells(
                            arguments.shape(), seeds, arguments.seed(), arguments.bytes());
            if (cells.isEmpty()) {
                throw new IllegalArgumentException("--size is at least 1M with --matrix");
            }
            return cells;
        }
        Set<String> notes = new LinkedHashSet<>();
        List<Scheme> schemes = how.schemes(arguments.shape().linkBps());
        List<FabricGrid.Wanted> cells =
                schemes.stream()
                        .map(scheme -> arguments.options(scheme, notes::add))
                        .map(options -> new FabricGrid.Wanted(options, seeds))
                        .toList();
        PrintWriter err = spec.commandLine().getErr();
        notes.forEach(err::println);
        err.flush();
        return cells;
    }

    private void print(List<FabricCell> cells) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Json.print(FabricJson.rows(cells), out);
        } else {
            FabricText.print(cells, out);
        }
    }
}
