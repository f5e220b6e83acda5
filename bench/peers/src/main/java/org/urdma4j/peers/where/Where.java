package org.urdma4j.peers.where;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.urdma4j.lab.Rounds;
import org.urdma4j.lab.host.LabHost;
import org.urdma4j.peers.BaselineCommand;
import org.urdma4j.peers.Scratch;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * {@code bench/baseline where}: samples transfers, prints and draws what their time is spent on.
 */
@Command(
        name = Where.NAME,
        sortOptions = false,
        description = {
            "Where processor time goes while WRITEs cross a veth pair between two network",
            "namespaces, which are removed at the end, after Ctrl-C too. Both ends are sampled",
            "by async-profiler. Needs root."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:all was sampled", "2:called wrongly, or it could not be done"})
public final class Where implements Callable<Integer> {
    static final String NAME = "bench/baseline where";

    private static final int MOST_S = 3600;

    /** Stacks tell what was inlined where. */
    private static final String JVM_FLAGS =
            "-XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints";

    @Option(
            names = "--points",
            paramLabel = "LIST",
            description = {
                "MTUs at which it is sent as fast as can be, or paced: MTU@RATE; default",
                "${DEFAULT-VALUE}."
            })
    private String points = "9000,1500,1500@1G";

    @Option(
            names = "--time",
            paramLabel = "SECONDS",
            description = "How long it is sampled, each; default ${DEFAULT-VALUE}.")
    private int timeS = 10;

    @Option(
            names = "--omit",
            paramLabel = "SECONDS",
            description = "What passes before: JVMs warm up; default ${DEFAULT-VALUE}.")
    private int omitS = 25;

    @Option(names = "--svg", paramLabel = "FILE", description = "Draw it.")
    private Path svg;

    @Option(
            names = "--stacks",
            paramLabel = "FOLDER",
            description = {
                "Keep the stacks, as flame graphs are made of: a file for each end, a line for",
                "each stack."
            })
    private Path stacks;

    @Spec private CommandSpec spec;

    /** Runs, and ends the process. Property {@code baseline.root} is the repository's folder. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return BaselineCommand.of(new Where());
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Point> all = points();
        try (Scratch scratch = new Scratch();
                LabHost lab = LabHost.open(NAME)) {
            Path folder = stacks == null ? scratch.folder() : stacks;
            WhereHost host =
                    new WhereHost(
                            lab,
                            BaselineCommand.ours(JVM_FLAGS),
                            new Sampler(scratch.folder()),
                            folder.toAbsolutePath(),
                            omitS,
                            timeS);
            List<WhereResult> results = new ArrayList<>();
            for (Point point : all) {
                BaselineCommand.progress(spec, point.label());
                results.add(host.run(point));
            }
            WhereTable.print(results, spec.commandLine().getOut());
            if (svg != null) {
                Files.writeString(svg, WherePicture.draw(results), UTF_8);
            }
        }
        return ExitCode.OK;
    }

    /** What is found out only after minutes of sampling is found out too late. */
    private static void checkFolder(String option, Path folder) {
        if (folder != null && !(Files.isDirectory(folder) && Files.isWritable(folder))) {
            throw new IllegalArgumentException(
                    "%s: there is no folder %s that can be written to".formatted(option, folder));
        }
    }

    private List<Point> points() {
        try {
            Rounds.check("--time", timeS, 1, MOST_S);
            Rounds.check("--omit", omitS, 0, MOST_S);
            checkFolder("--svg", svg == null ? null : svg.toAbsolutePath().getParent());
            checkFolder("--stacks", stacks);
            return Point.parse(points);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
