package org.urdma4j.tools.pcap;

import org.urdma4j.measure.unseal.KeyLog;
import org.urdma4j.measure.unseal.UnsealedCounts;
import org.urdma4j.measure.unseal.Unsealing;
import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.CipherChoice;
import org.urdma4j.protection.aead.CipherSource;
import org.urdma4j.tools.terminal.ArgumentCheck;
import org.urdma4j.tools.terminal.OutputFile;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/** {@code urdma pcap open}: a capture without what seals its packets. */
@Command(
        name = "open",
        description = {
            "Open the sealed packets of a capture, with keys from a log.",
            "Writes a capture as it would be without protection; what isn't sealed, or doesn't open,"
                    + " stays as it is."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:packets were opened, or none was sealed",
            "1:no key fits, or a file can't be read to its end or written",
            "2:called wrongly"
        })
final class OpenCommand implements Callable<Integer> {
    @Option(
            names = "--keylog",
            required = true,
            paramLabel = "FILE",
            description = "Secrets, lines of URDMA_QP and URDMA_GENERATION.")
    private Path keylog;

    @Parameters(index = "0", paramLabel = "IN", description = "A capture file (pcap, pcapng).")
    private Path in;

    @Parameters(index = "1", paramLabel = "OUT", description = "The file to write, replaced.")
    private Path out;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        checkOut();
        KeyLog log = KeyLog.read(keylog);
        try (Unsealing unsealing = new Unsealing(in, out, log, ciphers())) {
            IOException failure = run(unsealing);
            UnsealedCounts counts = unsealing.counts();
            if (failure == null || !counts.isEmpty()) {
                report(counts, log);
            }
            if (failure != null) {
                throw failure;
            }
            if (counts.opened() + counts.chaff() == 0 && counts.unopened() > 0) {
                throw new IOException(
                        "%s: no key in it opens a packet of %s".formatted(keylog, in));
            }
        }
        return ExitCode.OK;
    }

    private void report(UnsealedCounts counts, KeyLog log) {
        PrintWriter words = spec.commandLine().getOut();
        if (json) {
            OpenReport.json(counts, log, words);
        } else {
            OpenReport.text(out, counts, words);
        }
        words.flush();
    }

    private void checkOut() throws IOException {
        ArgumentCheck check = new ArgumentCheck(spec);
        try {
            OutputFile.check("OUT", out);
        } catch (IllegalArgumentException e) {
            throw check.wrong(e.getMessage());
        }
        for (Path source : new Path[] {in, keylog}) {
            if (Files.exists(out) && Files.exists(source) && Files.isSameFile(out, source)) {
                throw check.wrong("OUT is %s itself: give it another name".formatted(source));
            }
        }
    }

    /** What was read before a failure is worth a report. */
    private static IOException run(Unsealing unsealing) {
        try {
            unsealing.run();
            return null;
        } catch (IOException e) {
            return e;
        }
    }

    /** The tags say whether it is right. */
    private static CipherSource ciphers() throws IOException {
        var all = CipherChoice.AUTO.candidates(Aead.AES_256_GCM);
        if (all.isEmpty()) {
            throw new IOException("there is no implementation of AES-256-GCM here");
        }
        return all.getFirst();
    }
}
