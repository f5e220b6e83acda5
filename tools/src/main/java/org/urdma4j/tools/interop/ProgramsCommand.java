package org.urdma4j.tools.interop;

import org.urdma4j.interop.programs.Programs;
import org.urdma4j.tools.terminal.ThisJava;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
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
    @Mixin private CaseArguments arguments;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Programs.run(
                arguments.backend(),
                arguments.net(),
                ThisJava.command(),
                arguments::wants,
                outcome -> {
                    out.println(outcome.line());
                    out.flush();
                });
        return ExitCode.OK;
    }
}
