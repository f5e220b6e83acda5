package org.urdma4j.tools.bench;

import org.urdma4j.measure.fct.FctCell;
import org.urdma4j.measure.fct.FctOptions;
import org.urdma4j.measure.fct.FlowSizes;
import org.urdma4j.measure.json.FctJson;
import org.urdma4j.report.chart.Csv;
import org.urdma4j.report.fct.FctHtml;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.units.Units;
import org.urdma4j.tools.terminal.OutputFile;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A grid of workloads, delays and losses as it is written on the command line. */
final class FctGridArguments {
    private static final Set<String> ONE_CELL = Set.of("--workload", "--delay", "--loss");
    private static final Set<String> GRID =
            Set.of("--workloads", "--delays", "--losses", "--csv", "--html");

    @Option(names = "--grid", description = "Run all schemes over each workload, delay and loss.")
    private boolean wanted;

    @Option(
            names = "--workloads",
            paramLabel = "WORKLOAD,...",
            split = ",",
            description = "Of the grid; default websearch,hadoop,alistorage.")
    private List<String> workloads = List.of("websearch", "hadoop", "alistorage");

    @Option(
            names = "--delays",
            paramLabel = "DELAY,...",
            split = ",",
            description = "Of the grid; default 400us,800us.")
    private List<String> delays = List.of("400us", "800us");

    @Option(
            names = "--losses",
            paramLabel = "LOSS,...",
            split = ",",
            description = "Of the grid; default 0.1%%,0.5%%,1%%.")
    private List<String> losses = List.of("0.1%", "0.5%", "1%");

    @Option(names = "--csv", paramLabel = "FILE", description = "Write the grid as CSV.")
    private Path csv;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write the grid as a page with bars.")
    private Path html;

    boolean wanted() {
        return wanted;
    }

    /**
     * Sees whether the options that were given go together.
     *
     * @throws IllegalArgumentException if not
     */
    void check(List<String> given) {
        Set<String> wrong = wanted ? ONE_CELL : GRID;
        for (String option : given) {
            if (wrong.contains(option)) {
                throw new IllegalArgumentException(
                        wanted
                                ? option + " does not go with --grid; use " + several(option)
                                : option + " needs --grid");
            }
        }
        OutputFile.check("--csv", csv);
        OutputFile.check("--html", html);
    }

    private static String several(String option) {
        return option.equals("--loss") ? "--losses" : option + "s";
    }

    /**
     * Returns the cells.
     *
     * @throws IllegalArgumentException if something can't be read, or run
     */
    List<FctOptions> cells(FctArguments arguments) {
        List<FctOptions> cells = new ArrayList<>();
        for (String workload : workloads) {
            FlowSizes sizes = FctArguments.sizes("--workloads", workload);
            for (String delay : delays) {
                for (String loss : losses) {
                    cells.add(arguments.cell(sizes, Units.timeNs(delay), LossSpec.parse(loss)));
                }
            }
        }
        return cells;
    }

    /** Writes the files that were asked for. */
    void write(List<FctCell> cells) throws IOException {
        OutputFile.write(csv, out -> Csv.write(FctJson.rows(cells), out));
        OutputFile.write(html, out -> FctHtml.write(cells, out));
    }
}
