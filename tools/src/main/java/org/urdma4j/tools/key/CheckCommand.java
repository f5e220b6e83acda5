package org.urdma4j.tools.key;

import org.urdma4j.protection.credentials.CertificateCredentials;
import org.urdma4j.protection.credentials.Credentials;
import org.urdma4j.protection.credentials.CredentialsException;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;

/** {@code urdma key check}: what credentials are, without what is secret of them. */
@Command(
        name = "check",
        description = {
            "Say what a key is, without the secret, and whether it can be used.",
            "A file has a pre-shared key; a folder cert.pem, key.pem and, for peers, ca.pem."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:it can be used",
            "1:it can't: missing, readable by others, guessable, expired",
            "2:called wrongly"
        })
final class CheckCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE|FOLDER", description = "What to look at.")
    private Path path;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws CredentialsException {
        Credentials credentials = Credentials.read(path);
        PrintWriter out = spec.commandLine().getOut();
        out.println("kind         " + credentials.kind());
        out.println("fingerprint  " + credentials.fingerprint());
        out.println("expires      " + credentials.expiry().map(Instant::toString).orElse("never"));
        if (credentials instanceof CertificateCredentials certificate) {
            int count = certificate.authorities().size();
            out.println(
                    "believes     "
                            + (count == 0
                                    ? "a pinned key only: there is no ca.pem"
                                    : count == 1 ? "1 authority" : count + " authorities"));
        }
        out.flush();
        credentials.checkUsable(Instant.now());
        return ExitCode.OK;
    }
}
