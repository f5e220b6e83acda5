package org.urdma4j.tools.bench;

import org.urdma4j.measure.json.Json;
import org.urdma4j.measure.json.JsonObject;
import org.urdma4j.measure.parallel.SideBySide;
import org.urdma4j.measure.sim.SimResult;
import org.urdma4j.measure.sim.SimRun;
import org.urdma4j.report.figures.FiguresPage;
import org.urdma4j.report.figures.PaperFigure;
import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.tools.terminal.OutputFile;
import org.urdma4j.tools.terminal.Progress;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/** {@code urdma bench figures}: the figures of the URDMA paper again, in virtual time. */
@Command(
        name = "figures",
        description = {
            "Run the URDMA paper's figures in virtual time, beside its values.",
            "Each value comes from one bench sim command, which is printed."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:it ran",
            "1:a file could not be written",
            "2:called wrongly",
            "130:Ctrl-C; what had run is printed and written"
        })
final class FiguresCommand implements Callable<Integer> {
    private static final int STEPS = 1000;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "FIGURE",
            description = "2, 5, 6, 7, 8a, 8b, 8c, or several of them; default: all.")
    private List<String> only = List.of();

    @Option(names = "--json", description = "Print a JSON object.")
    private boolean json;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write a page with the table and the drawings.")
    private Path html;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Runs at a time; default: one for each processor.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<PaperFigure> figures = figures();
        List<String> runs = figures.stream().map(PaperFigure::arguments).distinct().toList();
        List<Optional<SimResult>> results;
        try (Interrupt interrupt = new Interrupt(() -> {});
                Progress progress = Progress.of("bench figures", STEPS)) {
            results =
                    SideBySide.run(
                            runs.stream().map(SimCommand::plan).toList(),
                            (plan, share) -> SimRun.run(plan.options(), plan.traceNs(), share),
                            plan -> plan.options().timeNs() * (double) plan.options().rateBps(),
                            threads,
                            share -> {
                                progress.at((long) (share * STEPS));
                                return !interrupt.happened();
                            });
        }
        Map<PaperFigure, SimResult> done = new LinkedHashMap<>();
        for (PaperFigure figure : figures) {
            results.get(runs.indexOf(figure.arguments())).ifPresent(it -> done.put(figure, it));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Json.print(json(done), out);
        } else {
            print(done, out);
        }
        OutputFile.write(html, page -> FiguresPage.write(done, page));
        if (done.size() < figures.size()) {
            throw new InterruptedException();
        }
        return ExitCode.OK;
    }

    private List<PaperFigure> figures() {
        try {
            if (threads < 1) {
                throw new IllegalArgumentException("--threads must be at least 1");
            }
            OutputFile.check("--html", html);
            List<String> known =
                    PaperFigure.ALL.stream().map(PaperFigure::figure).distinct().toList();
            for (String name : only) {
                if (!known.contains(name)) {
                    throw new IllegalArgumentException(
                            "--only: there is no figure \"%s\" to run; there are %s"
                                    .formatted(name, String.join(", ", known)));
                }
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        return PaperFigure.ALL.stream()
                .filter(it -> only.isEmpty() || only.contains(it.figure()))
                .toList();
    }

    private static JsonObject json(Map<PaperFigure, SimResult> done) {
        return new JsonObject()
                .put(
                        "figures",
                        done.entrySet().stream()
                                .map(it -> row(it.getKey(), it.getValue()))
                                .toList());
    }

    private static JsonObject row(PaperFigure figure, SimResult result) {
        return new JsonObject()
                .put("figure", figure.figure())
                .put("what", figure.plotted())
                .put("paper", figure.paper())
                .put("here", figure.reading().of(result))
                .putText("unit", figure.unit())
                .putText("note", figure.note())
                .put("command", figure.command());
    }

    private static void print(Map<PaperFigure, SimResult> done, PrintWriter out) {
        done.forEach((figure, result) -> {
            out.printf(
                    "figure %-3s %s: paper %s, here %s %s%n",
                    figure.figure(),
                    figure.plotted(),
                    figure.paper(),
                    figure.reading().of(result),
                    figure.unit());
            if (!figure.note().isEmpty()) {
                out.println("           " + figure.note());
            }
            out.println("           " + figure.command());
        });
        out.flush();
    }
}
