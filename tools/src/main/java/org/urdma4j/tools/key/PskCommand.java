package org.urdma4j.tools.key;

import org.urdma4j.protection.credentials.PskCredentials;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.security.SecureRandom;
import java.util.concurrent.Callable;

/** {@code urdma key psk}: prints a new key. */
@Command(
        name = "psk",
        description = {
            "Print a new pre-shared key: 256 random bits as a line of text.",
            "Keep it in a file of yours alone: (umask 077; ./urdma key psk > FILE)"
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:it was printed", "1:it could not be written", "2:called wrongly"})
final class PskCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().getOut().println(PskCredentials.newLine(new SecureRandom()));
        return 0;
    }
}
