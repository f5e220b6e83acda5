package org.urdma4j.tools.pcap;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** {@code urdma pcap check}: one report per file, and the worst of them as exit status. */
@Command(
        name = "check",
        description = {
            "Count RoCE packets by opcode and recompute each ICRC.",
            "Reads pcap and pcapng with RoCEv1, and RoCEv2 over IPv4 and IPv6."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:every ICRC that can be checked is right",
            "1:a wrong ICRC, a sealed packet of a length that none has, or a file that can't be"
                    + " read to its end",
            "2:called wrongly"
        })
final class CheckCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Capture files.")
    private List<Path> files = List.of();

    @Option(names = "--json", description = "Print a JSON array with one object per file.")
    private boolean json;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        List<CaptureSummary> summaries = new ArrayList<>();
        for (Path file : files) {
            CaptureSummary summary = CaptureCheck.of(file);
            summaries.add(summary);
            if (!json && summary.isWorthShowing()) {
                TextReport.print(summary, out);
            }
            summary.problem().ifPresent(problem -> err.println("urdma: " + problem));
        }
        if (json) {
            JsonReport.print(summaries, out);
        }
        return summaries.stream().allMatch(CaptureSummary::isFine)
                ? ExitCode.OK
                : ExitCode.SOFTWARE;
    }
}
