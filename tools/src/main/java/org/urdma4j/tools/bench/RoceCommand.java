package org.urdma4j.tools.bench;

import org.urdma4j.measure.json.Json;
import org.urdma4j.measure.json.RoceJson;
import org.urdma4j.measure.parallel.SideBySide;
import org.urdma4j.measure.roce.RoceOptions;
import org.urdma4j.measure.roce.RoceResult;
import org.urdma4j.measure.roce.RoceRun;
import org.urdma4j.measure.roce.RoceScenario;
import org.urdma4j.report.roce.RoceHtml;
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
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** {@code urdma bench roce}: RoCE over a lossless fabric, in virtual time. */
@Command(
        name = "roce",
        description = {
            "Simulate RoCE over switches with priority-based flow control.",
            "Hosts write as fast as they may; rates, pauses and drops are told of each scenario."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:it ran",
            "1:a file could not be written",
            "2:called wrongly",
            "130:Ctrl-C; what had run is printed and written"
        })
final class RoceCommand implements Callable<Integer> {
    private static final int STEPS = 1000;

    @Option(
            names = "--scenario",
            split = ",",
            paramLabel = "SCENARIO",
            description = {
                "incast: all into one; victim: shares a cable with who writes to a busy host;",
                "storm: a receiver pauses for ever; deadlock: a ring of cables that wait for each",
                "other; or several of them; default all."
            })
    private List<String> scenarios = List.of();

    @Mixin private RoceArguments arguments;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Runs at a time; default: one for each processor.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--json", description = "Print an array of JSON objects, one for each run.")
    private boolean json;

    @Option(names = "--html", paramLabel = "FILE", description = "Write a page with pictures.")
    private Path html;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<RoceOptions> runs;
        List<RoceResult> done;
        try {
            runs = runs();
            done = run(runs);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        if (json) {
            Json.print(RoceJson.rows(done), spec.commandLine().getOut());
        } else {
            RoceText.print(done, spec.commandLine().getOut());
        }
        OutputFile.write(html, page -> RoceHtml.write(done, page));
        if (done.size() < runs.size()) {
            throw new InterruptedException();
        }
        return ExitCode.OK;
    }

    private List<RoceOptions> runs() {
        if (threads < 1) {
            throw new IllegalArgumentException("--threads must be at least 1");
        }
        OutputFile.check("--html", html);
        List<RoceScenario> wanted =
                scenarios.isEmpty()
                        ? List.of(RoceScenario.values())
                        : scenarios.stream().distinct().map(RoceCommand::scenario).toList();
        return wanted.stream().map(arguments::options).toList();
    }

    private static RoceScenario scenario(String name) {
        return FabricNames.of("--scenario", RoceScenario.values(), RoceScenario::label, name);
    }

    private List<RoceResult> run(List<RoceOptions> runs) throws InterruptedException {
        try (Interrupt interrupt = new Interrupt(() -> {});
                Progress progress = Progress.of("bench roce", STEPS)) {
            return SideBySide.run(
                            runs,
                            RoceRun::run,
                            run -> (double) run.timeNs(),
                            threads,
                            share -> {
                                progress.at((long) (share * STEPS));
                                return !interrupt.happened();
                            })
                    .stream()
                    .flatMap(Optional::stream)
                    .toList();
        }
    }
}
