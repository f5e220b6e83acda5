package org.urdma4j.tools.lab;

import org.urdma4j.lab.FlowKind;
import org.urdma4j.lab.LabPlan;
import org.urdma4j.lab.LabResults;
import org.urdma4j.lab.Trial;
import org.urdma4j.lab.Trials;
import org.urdma4j.lab.coexist.CoexistPlan;
import org.urdma4j.lab.compare.Agreement;
import org.urdma4j.lab.compare.CompareBench;
import org.urdma4j.lab.compare.Comparison;
import org.urdma4j.lab.host.CoexistHost;
import org.urdma4j.lab.host.Commands;
import org.urdma4j.lab.host.Iperf3;
import org.urdma4j.lab.host.LabHost;
import org.urdma4j.lab.host.TrialHost;
import org.urdma4j.report.lab.LabCsv;
import org.urdma4j.report.lab.LabFigure;
import org.urdma4j.report.lab.LabHtml;
import org.urdma4j.report.lab.LabNames;
import org.urdma4j.tools.backend.ProtectArguments;
import org.urdma4j.tools.terminal.OutputFile;
import org.urdma4j.tools.terminal.Progress;
import org.urdma4j.tools.terminal.ThisJava;

import picocli.CommandLine.ArgGroup;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** {@code urdma lab}: a plan over emulated paths, a table, and files. */
@Command(
        name = "lab",
        description = {
            "Run protocols side by side over long, lossy paths, in real time.",
            "Two network namespaces, the path of urdma wan between them, urdma bench at both ends.",
            "Traffic stays in the namespaces, which are removed at the end, after Ctrl-C",
            "too. Needs root."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:every run gave figures, void or not",
            "1:a run failed, or the lab could not begin",
            "2:called wrongly"
        })
public final class LabCommand implements Callable<Integer> {
    @Mixin private LabArguments arguments;

    @Option(names = "--report", paramLabel = "FILE", description = "Write a page with figures.")
    private Path report;

    @Option(
            names = "--svg",
            paramLabel = "FILE",
            description = "Write the figure of cells of one rate and MTU as a picture.")
    private Path svg;

    @Option(names = "--csv", paramLabel = "FILE", description = "Write every run as CSV.")
    private Path csv;

    @Option(
            names = "--save",
            paramLabel = "FOLDER",
            description = "Keep what each client printed, for urdma bench report.")
    private Path save;

    @Option(names = "--netem", description = "The kernel's netem makes the path, not urdma wan.")
    private boolean netem;

    @Option(
            names = "--machine-cpu",
            description = {
                "Also say how busy all processors were for each GB, the emulator's work apart:",
                "by threads of the idle class, so that no processor sleeps meanwhile."
            })
    private boolean machineCpu;

    @Option(
            names = "--urdma-options",
            paramLabel = "OPTIONS",
            description = "For bench client of urdma flows, as in '--fec auto'.")
    private String extra = "";

    @ArgGroup(validate = false, heading = "%nSealed packets of urdma flows:%n")
    private ProtectArguments protect = new ProtectArguments();

    @Mixin private CompareArguments compare;

    @Mixin private CoexistArguments coexist;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        LabPlan plan;
        Comparison comparison = null;
        CoexistPlan beside = null;
        try {
            List<String> given =
                    spec.commandLine().getParseResult().matchedOptions().stream()
                            .map(OptionSpec::longestName)
                            .toList();
            compare.check(given);
            coexist.check(given);
            if (coexist.wanted()) {
                beside = coexist.plan(arguments.timeS(), arguments.omitS());
            }
            if (compare.wanted()) {
                comparison = compare.comparison(arguments.timeS());
            }
            plan = arguments.plan();
            protect.check(spec.commandLine().getErr());
            HandedWords.check(sealing());
            if (protect.isGiven() && compare.wanted()) {
                throw new IllegalArgumentException(
                        "--compare has no --protect: in virtual time nothing is encrypted");
            }
            if (netem && !plan.cells().getFirst().rails().isEmpty()) {
                throw new IllegalArgumentException("--rails needs urdma wan; leave --netem out");
            }
            if (netem) {
                TrialHost.requireNetemLosses(plan);
            }
            OutputFile.check("--report", report);
            OutputFile.check("--csv", csv);
            OutputFile.check("--svg", svg);
            if (svg != null && plan.cells().stream().map(LabNames::link).distinct().count() > 1) {
                throw new IllegalArgumentException(
                        "--svg takes cells of one rate and MTU; --report has a figure for each");
            }
            if (save != null && !Files.isDirectory(save)) {
                throw new IllegalArgumentException("--save: there is no folder " + save);
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        if (comparison != null) {
            return compare(comparison);
        }
        String iperf3 = Iperf3.version();
        Commands commands =
                new Commands(ThisJava.command(), words(extra), sealing(), !iperf3.isEmpty());
        if (beside != null) {
            return coexist(beside, commands, iperf3);
        }
        try (LabHost lab = LabHost.open()) {
            if (machineCpu) {
                lab.measureCpu();
            }
            TrialHost host = new TrialHost(lab, plan, commands, netem, Optional.ofNullable(save));
            announce(plan.trials().size() + " runs", plan.estimateS());
            if (plan.mixes().stream()
                    .flatMap(mix -> mix.flows().stream())
                    .anyMatch(FlowKind::tcp)) {
                tellOfTcp(iperf3);
            }
            LabResults results = run(plan, host);
            LabText.print(results, spec.commandLine().getOut());
            return results.failures().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    private int compare(Comparison comparison) throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Commands commands = new Commands(ThisJava.command(), words(extra), List.of(), false);
        try (LabHost lab = LabHost.open()) {
            announce(comparison.drawn().size() + " paths", comparison.estimateS());
            CompareOutput output = compare.json() ? new CompareJson(out) : new CompareText(out);
            CompareBench bench = new CompareBench(lab, commands, comparison.timeS());
            Agreement agreement = Agreement.of(comparison.run(bench, output::path));
            output.end(comparison, agreement);
            return agreement.failed() == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    private int coexist(CoexistPlan plan, Commands commands, String iperf3)
            throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        try (LabHost lab = LabHost.open()) {
            announce(plan.cells().size() + " cells", plan.estimateS());
            tellOfTcp(iperf3);
            CoexistOutput output = compare.json() ? new CoexistJson(out) : new CoexistText(out);
            CoexistJob job = new CoexistJob(plan, output, report, csv);
            boolean ran = job.run(new CoexistHost(lab, plan, commands));
            return ran ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    /** Both ends are processes of their own, which read the same key. */
    private List<String> sealing() {
        return protect.options();
    }

    private void announce(String what, long seconds) {
        tell("%s, about %d min".formatted(what, Math.ceilDiv(seconds, 60L)));
    }

    private void tellOfTcp(String iperf3) {
        tell(
                iperf3.isEmpty()
                        ? "TCP by urdma bench, which carries less than iperf3; that is not"
                                + " installed (Debian: iperf3)"
                        : "TCP by " + iperf3);
    }

    private void tell(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(line);
        err.flush();
    }

    private LabResults run(LabPlan plan, TrialHost host) throws IOException, InterruptedException {
        try (Progress progress = Progress.of("lab", plan.trials().size())) {
            return Trials.run(
                    plan,
                    host,
                    (soFar, now) -> {
                        progress.at(soFar.trials().size(), name(now));
                        write(soFar); // after each run, lest an hour is lost
                    });
        }
    }

    private static String name(Trial trial) {
        return trial == null ? "" : trial.mix().name() + ", " + LabNames.cell(trial.cell());
    }

    private static List<String> words(String text) {
        return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
    }

    private void write(LabResults results) throws IOException {
        OutputFile.write(csv, out -> LabCsv.write(results, out));
        OutputFile.write(report, out -> LabHtml.write(results, out));
        OutputFile.write(svg, out -> LabFigure.write(results, out));
    }
}
