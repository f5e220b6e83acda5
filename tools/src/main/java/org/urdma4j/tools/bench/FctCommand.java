package org.urdma4j.tools.bench;

import org.urdma4j.measure.fct.FctCell;
import org.urdma4j.measure.fct.FctGrid;
import org.urdma4j.measure.fct.FctOptions;
import org.urdma4j.measure.fct.FctScheme;
import org.urdma4j.measure.json.FctJson;
import org.urdma4j.measure.json.Json;
import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.tools.terminal.Progress;

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
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

/** {@code urdma bench fct}: flow completion times over a long, lossy link, in virtual time. */
@Command(
        name = "fct",
        description = {
            "Simulate how long flows take with and without gateways.",
            "Hosts are on both sides of a long, lossy link, whose losses the gateways recover. Each"
                    + " scheme gets the same flows."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:it ran",
            "1:a file could not be written",
            "2:called wrongly",
            "130:Ctrl-C; the cells of a grid that had run are printed and written"
        })
final class FctCommand implements Callable<Integer> {
    private static final int STEPS = 1000;
    private static final List<FctScheme> USUAL =
            List.of(FctScheme.GBN, FctScheme.LR2, FctScheme.COPY, FctScheme.SR);

    @Option(
            names = "--scheme",
            split = ",",
            paramLabel = "SCHEME",
            description = {
                "gbn, slr, netrt, lr2, lr2-paper, copy, fec, sr, or several of them;",
                "default gbn,lr2,copy,sr, of a grid all."
            })
    private List<String> schemes = List.of();

    @Mixin private FctArguments arguments;

    @Mixin private FctGridArguments grid;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Runs at a time; default: one for each processor.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--json", description = "Print an array of JSON objects, one for each run.")
    private boolean json;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<FctOptions> cells;
        List<FctScheme> by;
        try {
            grid.check(
                    spec.commandLine().getParseResult().matchedOptions().stream()
                            .map(OptionSpec::longestName)
                            .toList());
            if (threads < 1) {
                throw new IllegalArgumentException("--threads must be at least 1");
            }
            by = schemes();
            cells = grid.wanted() ? grid.cells(arguments) : List.of(arguments.cell());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        List<FctCell> done;
        try (Interrupt interrupt = new Interrupt(() -> {});
                Progress progress = Progress.of("bench fct", STEPS)) {
            done =
                    FctGrid.run(
                            cells,
                            by,
                            threads,
                            share -> {
                                progress.at((long) (share * STEPS));
                                return !interrupt.happened();
                            });
        }
        print(done);
        grid.write(done);
        if (done.size() < cells.size()) {
            throw new InterruptedException();
        }
        return ExitCode.OK;
    }

    private List<FctScheme> schemes() {
        if (schemes.isEmpty()) {
            return grid.wanted() ? List.of(FctScheme.values()) : USUAL;
        }
        return schemes.stream().distinct().map(FctCommand::scheme).toList();
    }

    private static FctScheme scheme(String name) {
        return Arrays.stream(FctScheme.values())
                .filter(it -> it.label().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("--scheme has no " + name + "; see --help"));
    }

    private void print(List<FctCell> cells) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Json.print(FctJson.rows(cells), out);
        } else {
            cells.forEach(cell -> FctText.print(cell, grid.wanted(), out));
        }
    }
}
