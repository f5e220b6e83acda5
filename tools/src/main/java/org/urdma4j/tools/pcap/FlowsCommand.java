package org.urdma4j.tools.pcap;

import org.urdma4j.measure.capture.CaptureScan;
import org.urdma4j.measure.capture.CaptureTotals;
import org.urdma4j.measure.capture.FlowSummary;
import org.urdma4j.measure.capture.FlowTable;
import org.urdma4j.report.capture.FlowPage;
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
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

/** {@code urdma pcap flows}: what each queue pair was sent, and how that went. */
@Command(
        name = "flows",
        description = {
            "Add packets up by queue pair: goodput, loss, round trip.",
            "With a picture of the goodput over time, and a page with --report."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:every ICRC that can be checked is right",
            "1:a wrong ICRC, or a file that can't be read to its end",
            "2:called wrongly"
        })
final class FlowsCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "A capture file.")
    private Path file;

    @Option(names = "--json", description = "Print one JSON object, with all flows.")
    private boolean json;

    @Option(names = "--report", paramLabel = "HTML", description = "Write a page with figures.")
    private Path report;

    @Option(
            names = "--top",
            paramLabel = "N",
            description = "Print so many flows, those with the most payload; 0: all.",
            defaultValue = "20",
            showDefaultValue = picocli.CommandLine.Help.Visibility.ALWAYS)
    private int top;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        ArgumentCheck arguments = new ArgumentCheck(spec);
        arguments.range("--top", top, 0, Integer.MAX_VALUE);
        arguments.outputFile("--report", report);
        PrintWriter out = spec.commandLine().getOut();
        FlowTable table = new FlowTable();
        CaptureTotals totals = CaptureScan.of(file, table);
        List<FlowSummary> flows = table.summaries();
        if (json) {
            FlowJson.print(file.toString(), totals, table, flows, out);
        } else if (totals.problem().isEmpty() || totals.packets() + totals.others() > 0) {
            FlowText.print(file.toString(), totals, table, flows, top, out);
        }
        out.flush();
        totals.problem().ifPresent(why -> spec.commandLine().getErr().println("urdma: " + why));
        OutputFile.write(report, writer -> FlowPage.write(file.toString(), totals, flows, writer));
        return totals.problem().isEmpty() && totals.damaged() == 0
                ? ExitCode.OK
                : ExitCode.SOFTWARE;
    }
}
