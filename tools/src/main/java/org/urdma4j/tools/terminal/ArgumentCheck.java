package org.urdma4j.tools.terminal;

import org.urdma4j.verbs.Mtu;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

import java.nio.file.Path;

/** Refuses arguments of a command, with a line that says what is allowed. */
public final class ArgumentCheck {
    private static final int MAX_PORT = 65_535;

    private final CommandSpec spec;

    /**
     * @param spec the command, whose usage is shown beside the error
     */
    public ArgumentCheck(CommandSpec spec) {
        this.spec = spec;
    }

    /**
     * Takes a number from {@code least} to {@code most}.
     *
     * @throws ParameterException if it is another
     */
    public void range(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw wrong("%s is %d, must be %d to %d".formatted(name, value, least, most));
        }
    }

    /**
     * Takes a port of UDP or TCP.
     *
     * @throws ParameterException if it is none
     */
    public void port(String name, long value) {
        range(name, value, 1, MAX_PORT);
    }

    /**
     * Returns the path MTU of so many bytes.
     *
     * @throws ParameterException if there is none
     */
    public Mtu pathMtu(String name, int bytes) {
        try {
            return Mtu.ofBytes(bytes);
        } catch (IllegalArgumentException _) {
            throw wrong("%s is 256, 512, 1024, 2048 or 4096, not %d".formatted(name, bytes));
        }
    }

    /**
     * Takes a file that can be written later.
     *
     * @param file null if none is wanted
     * @throws ParameterException if it can't
     */
    public void outputFile(String option, Path file) {
        try {
            OutputFile.check(option, file);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    /** Returns the error with which a command ends that was called wrongly. */
    public ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
