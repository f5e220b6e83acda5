package org.urdma4j.tools.crypto;

import org.urdma4j.protection.aead.CipherChoice;
import org.urdma4j.tools.terminal.ArgumentCheck;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;

/** {@code urdma crypto}: tries the implementations of ciphers and says which is taken. */
@Command(
        name = "crypto",
        description = {
            "Try the ciphers that seal packets: right or not, and how fast.",
            "Each implementation found seals and opens every length up to 9,000 bytes first; one that"
                    + " errs is refused."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:an implementation was chosen",
            "1:there is none, not the one that is wanted, or all err",
            "2:called wrongly"
        })
public final class CryptoCommand implements Callable<Integer> {
    @Option(
            names = "--crypto",
            paramLabel = "CHOICE",
            description =
                    "What to choose from: auto, libcrypto[:PATH], ipsec-mb[:PATH] or jca[:PROVIDER];"
                            + " default auto.",
            defaultValue = "auto")
    private String choice;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        CryptoReport report = CryptoRun.of(choice());
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            CryptoJson.print(report, out);
        } else {
            CryptoText.print(report, out);
        }
        out.flush();
        return ExitCode.OK;
    }

    private CipherChoice choice() {
        try {
            return CipherChoice.parse(choice);
        } catch (IllegalArgumentException e) {
            throw new ArgumentCheck(spec).wrong("--crypto: " + e.getMessage());
        }
    }
}
