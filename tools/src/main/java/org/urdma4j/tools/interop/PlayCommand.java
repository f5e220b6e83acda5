package org.urdma4j.tools.interop;

import org.urdma4j.interop.play.Cases;
import org.urdma4j.interop.play.Outcome;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;

/**
 * {@code urdma interop play}: plays cases where the guest can be reached, and prints an {@link
 * Outcome} a line. For {@code urdma interop}, which starts it in the guest's network.
 */
@Command(
        name = "play",
        hidden = true,
        description = "Plays cases in the network of a guest that runs.")
public final class PlayCommand implements Callable<Integer> {
    @Mixin private CaseArguments arguments;

    @Option(names = "--far", description = "This is the network behind the router.")
    private boolean far;

    @Option(names = "--seed", description = "Of what befalls packets.")
    private long seed = 1;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Cases.play(
                arguments.backend(),
                arguments.net(),
                far,
                seed,
                arguments::wants,
                outcome -> {
                    out.println(outcome.line());
                    out.flush();
                });
        return ExitCode.OK;
    }
}
