package org.urdma4j.tools.interop.programs;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * {@code urdma interop programs}: runs programs in the guest and here against each other, and
 * prints an outcome a line. For {@code urdma interop}, which starts it in the guest's network.
 */
@Command(
        name = "programs",
        hidden = true,
        description = "Runs programs against those of a guest that is up.")
public final class ProgramsCommand implements Callable<Integer> {
    @Option(
            names = "--net",
            required = true,
            split = ",",
            paramLabel = "KEY=VALUE",
            description = "What rxe-guest status says.")
    private Map<String, String> net;

    @Option(names = "--case", required = true, split = ",", description = "Which, by name.")
    private List<String> names;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Programs.run(
                new ProgramNet(net),
                names::contains,
                outcome -> {
                    out.println(outcome.line());
                    out.flush();
                });
        return ExitCode.OK;
    }
}
