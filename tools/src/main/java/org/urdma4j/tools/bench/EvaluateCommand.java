package org.urdma4j.tools.bench;

import org.urdma4j.measure.evaluation.Ablation;
import org.urdma4j.measure.evaluation.AblationResult;
import org.urdma4j.measure.evaluation.Candidate;
import org.urdma4j.measure.evaluation.Effort;
import org.urdma4j.measure.evaluation.Evaluation;
import org.urdma4j.measure.evaluation.EvaluationOptions;
import org.urdma4j.measure.evaluation.EvaluationResult;
import org.urdma4j.measure.evaluation.Scenario;
import org.urdma4j.measure.json.AblationJson;
import org.urdma4j.measure.json.EvaluationJson;
import org.urdma4j.measure.json.Json;
import org.urdma4j.measure.json.JsonObject;
import org.urdma4j.measure.json.PublishedJson;
import org.urdma4j.measure.published.Published;
import org.urdma4j.measure.published.PublishedResult;
import org.urdma4j.measure.spec.Range;
import org.urdma4j.report.evaluation.EvaluationHtml;
import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.tools.terminal.OutputFile;
import org.urdma4j.tools.terminal.Progress;
import org.urdma4j.transport.qp.RrccAblation;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.DoublePredicate;

/** {@code urdma bench evaluate}: a congestion control in the situations of RFC 9743. */
@Command(
        name = "evaluate",
        description = {
            "Judge a congestion control by RFC 9743, in virtual time.",
            "Each scenario is drawn and played with many seeds, and how flows share in it is"
                    + " summed up."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:it ran",
            "1:a file could not be written",
            "2:called wrongly",
            "130:Ctrl-C; the runs that had come to their end are printed and written"
        })
final class EvaluateCommand implements Callable<Integer> {
    private static final int STEPS = 1000;
    private static final String ALL = "all";

    /** What is printed and written once everything has been played. */
    private interface Printing {
        void to(PrintWriter out) throws IOException;
    }

    @Option(
            names = "--cc",
            description = {
                "Whose flows are judged: rrcc (default), rrcc-rivals, background,",
                "or to compare cubic, quic, reno, bbr, bbr3."
            })
    private String cc = "rrcc";

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "NAME,...",
            description = "These scenarios; default all.")
    private List<String> only = List.of();

    @Option(
            names = "--quick",
            description = "Shorter runs, on smaller paths, and 8 of each scenario.")
    private boolean quick;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "Runs of each scenario; default 100.")
    private Integer seeds;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Of the first run, the next has the next one; default 1.")
    private long seed = 1;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Runs at a time; default: one for each processor.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--ablate",
            split = ",",
            paramLabel = "RULE,...",
            description = {
                "Play all of it again without each of these rules of rrcc, and print",
                "which runs that changes; \"all\" for every rule."
            })
    private List<String> ablate = List.of();

    @Option(
            names = "--c4",
            description = {
                "Play the downloads of draft-huitema-ccwg-c4-test in place of scenarios,",
                "and print their times beside those that are published for C4."
            })
    private boolean c4;

    @Option(names = "--json", description = "Print a JSON object, with every run.")
    private boolean json;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write a page with every run in pictures.")
    private Path html;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        EvaluationOptions options;
        try {
            options = options();
            if (!ablate.isEmpty()) {
                Ablation.ruled(options);
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        Printing printing;
        boolean interrupted;
        try (Interrupt interrupt = new Interrupt(() -> {});
                Progress progress = Progress.of("bench evaluate", STEPS)) {
            printing =
                    play(
                            options,
                            share -> {
                                progress.at((long) (share * STEPS));
                                return !interrupt.happened();
                            });
            interrupted = interrupt.happened();
        }
        printing.to(spec.commandLine().getOut());
        if (interrupted) {
            throw new InterruptedException();
        }
        return ExitCode.OK;
    }

    private Printing play(EvaluationOptions options, DoublePredicate goesOn)
            throws InterruptedException {
        if (c4) {
            return published(options, goesOn);
        }
        if (!ablate.isEmpty()) {
            List<String> rules = ablate.contains(ALL) ? RrccAblation.rules() : ablate;
            AblationResult result = Ablation.run(options, rules, threads, goesOn);
            return json
                    ? out -> Json.print(AblationJson.of(result), out)
                    : out -> AblationText.print(result, out);
        }
        EvaluationResult result = Evaluation.run(options, threads, goesOn);
        return out -> {
            if (json) {
                Json.print(EvaluationJson.of(result), out);
            } else {
                EvaluationText.print(result, out);
            }
            OutputFile.write(html, page -> EvaluationHtml.write(result, page));
        };
    }

    private Printing published(EvaluationOptions options, DoublePredicate goesOn)
            throws InterruptedException {
        String label = options.candidate().label();
        List<PublishedResult> results =
                Published.run(
                        options.candidate(), options.seeds(), options.seed(), threads, goesOn);
        if (!json) {
            return out -> PublishedText.print(label, results, out);
        }
        JsonObject all = new JsonObject().put("cc", label);
        all.put("tests", results.stream().map(PublishedJson::of).toList());
        return out -> Json.print(all, out);
    }

    private EvaluationOptions options() {
        OutputFile.check("--html", html);
        if (!ablate.isEmpty()) {
            Range.require(html == null, "--ablate has no page: leave out --html");
            ablate.stream().filter(rule -> !rule.equals(ALL)).forEach(RrccAblation::text);
        }
        if (c4) {
            boolean alone = only.isEmpty() && ablate.isEmpty() && !quick && html == null;
            Range.require(alone, "--c4 goes without --only, --quick, --ablate and --html");
        }
        if (threads < 1) {
            throw new IllegalArgumentException("--threads must be at least 1");
        }
        Effort effort = quick ? Effort.QUICK : Effort.FULL;
        return new EvaluationOptions(
                Candidate.parse(cc),
                only.isEmpty()
                        ? List.of(Scenario.values())
                        : only.stream().map(Scenario::parse).toList(),
                seeds == null ? effort.seeds() : seeds,
                seed,
                effort);
    }
}
