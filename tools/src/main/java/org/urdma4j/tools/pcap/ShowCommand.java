package org.urdma4j.tools.pcap;

import org.urdma4j.measure.capture.CaptureScan;
import org.urdma4j.measure.capture.CaptureTotals;
import org.urdma4j.tools.terminal.ArgumentCheck;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/** {@code urdma pcap show}: a line for each packet. */
@Command(
        name = "show",
        description = {
            "Print a line for each RoCE packet and say what it does.",
            "Such as what it acknowledges, repairs or asks for. Super-packets are taken apart."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:every ICRC that can be checked is right",
            "1:a wrong ICRC, or a file that can't be read to its end",
            "2:called wrongly"
        })
final class ShowCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "A capture file.")
    private Path file;

    @Option(names = "--json", description = "Print a JSON array with one object per packet.")
    private boolean json;

    @Option(
            names = "--qp",
            paramLabel = "QP",
            description = "Only packets to this queue pair, such as 0x10a or 266.",
            converter = QueuePairNumber.class)
    private Integer qp;

    @Option(names = "--count", paramLabel = "N", description = "Stop after so many lines.")
    private Long count;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        if (count != null) {
            new ArgumentCheck(spec).range("--count", count, 1, Long.MAX_VALUE);
        }
        PrintWriter out = spec.commandLine().getOut();
        long most = count == null ? Long.MAX_VALUE : count;
        PacketLines lines = json ? new PacketJson(out, qp, most) : new PacketText(out, qp, most);
        CaptureTotals totals = CaptureScan.of(file, lines);
        lines.end();
        out.flush();
        totals.problem().ifPresent(why -> spec.commandLine().getErr().println("urdma: " + why));
        return totals.problem().isEmpty() && totals.damaged() == 0
                ? ExitCode.OK
                : ExitCode.SOFTWARE;
    }
}
