package org.urdma4j.tools;

import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.verbs.VerbsException;

import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.ClosedByInterruptException;

/** Turns whatever goes wrong into one line and an exit status. */
final class Failures {
    private Failures() {}

    /** As picocli does it, with a line where it would let an {@link Error} through. */
    static int execute(CommandLine line, String... args) {
        try {
            return line.execute(args);
        } catch (OutOfMemoryError _) {
            return print(line, "out of memory; URDMA_JAVA_OPTS=-Xmx4g gives the JVM 4 GiB");
        } catch (Error e) {
            return print(line, internal(e));
        }
    }

    static int wrongCall(ParameterException e, String[] args) {
        CommandLine line = e.getCommandLine();
        PrintWriter err = line.getErr();
        String unknown = e instanceof MissingParameterException ? unknownOption(line, args) : null;
        err.println("urdma: " + oneLine(unknown == null ? e.getMessage() : unknown));
        UnmatchedArgumentException.printSuggestions(e, err);
        err.println("Try: ./" + line.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE;
    }

    /** A misspelt option is the cause when something is missing as well. */
    private static String unknownOption(CommandLine line, String[] args) {
        for (String arg : args) {
            String name = arg.contains("=") ? arg.substring(0, arg.indexOf('=')) : arg;
            if (name.startsWith("--")
                    && name.length() > 2
                    && !line.getCommandSpec().optionsMap().containsKey(name)) {
                return "Unknown option: '%s'".formatted(arg);
            }
        }
        return null;
    }

    static int failed(Exception e, CommandLine line, ParseResult parsed) {
        if (e instanceof InterruptedException || e instanceof ClosedByInterruptException) {
            var _ = print(line, Interrupt.MESSAGE);
            return Interrupt.STATUS;
        }
        boolean forTheUser = e instanceof IOException || e instanceof VerbsException;
        return print(line, forTheUser ? messageOf(e) : internal(e));
    }

    private static int print(CommandLine line, String message) {
        line.getErr().println("urdma: " + oneLine(message));
        return ExitCode.SOFTWARE;
    }

    private static String internal(Throwable e) {
        StackTraceElement[] stack = e.getStackTrace();
        return "internal error, please report it: "
                + e
                + (stack.length == 0 ? "" : " at " + stack[0]);
    }

    private static String messageOf(Exception e) {
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    private static String oneLine(String message) {
        return message.replaceAll("\\s*\\R\\s*", " ");
    }
}
