package org.urdma4j.peers;

import org.urdma4j.lab.host.Commands;

import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the commands of this module have alike: what they tell, and where ours is. */
public final class BaselineCommand {
    private BaselineCommand() {}

    public static CommandLine of(Object command) {
        CommandLine line = new CommandLine(command);
        line.getCommandSpec()
                .addOption(
                        OptionSpec.builder("-h", "--help")
                                .usageHelp(true)
                                .description("Show this.")
                                .build());
        return line.setExpandAtFiles(false)
                .setParameterExceptionHandler((e, _) -> tell(e.getCommandLine(), e))
                .setExecutionExceptionHandler((e, failed, _) -> tell(failed, e));
    }

    private static int tell(CommandLine command, Exception e) {
        command.getErr().println("baseline: " + e.getMessage());
        return ExitCode.USAGE;
    }

    public static void progress(CommandSpec spec, String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("baseline: " + line);
        err.flush();
    }

    /**
     * Returns the command lines of ours. Property {@code baseline.root} is the repository's folder.
     *
     * @throws IOException if it isn't
     */
    static Commands ours() throws IOException {
        return commands(List.of());
    }

    /**
     * Returns the command lines of ours with more flags for the JVM, parted by blanks.
     *
     * @throws IOException as {@link #ours()} does
     */
    public static Commands ours(String flags) throws IOException {
        return commands(List.of("env", "URDMA_JAVA_OPTS=" + flags));
    }

    private static Commands commands(List<String> before) throws IOException {
        Path urdma = Path.of(System.getProperty("baseline.root", ".")).resolve("urdma");
        if (!Files.isExecutable(urdma)) {
            throw new IOException(
                    "there is no %s to run: start bench/baseline of the repository"
                            .formatted(urdma.toAbsolutePath().normalize()));
        }
        List<String> command = new ArrayList<>(before);
        command.add(urdma.toString());
        return new Commands(command, List.of(), List.of(), true);
    }
}
