package org.urdma4j.tools.pcap;

import org.urdma4j.measure.live.Recording;
import org.urdma4j.measure.live.RoceFilter;
import org.urdma4j.simulation.units.Units;
import org.urdma4j.tools.terminal.ArgumentCheck;
import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.tools.terminal.OutputFile;
import org.urdma4j.tools.terminal.StandardOutput;
import org.urdma4j.transport.port.pcap.PcapInterface;
import org.urdma4j.transport.port.pcap.PcapOptions;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Callable;

/** {@code urdma pcap capture}: frames of an interface into a file. */
@Command(
        name = "capture",
        description = {
            "Write the RoCE frames of an interface into a capture file.",
            "RoCEv1, RoCEv2, PAUSE and PFC, with nanoseconds, until Ctrl-C, --count or --time.",
            "Needs libpcap and CAP_NET_RAW."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:it ran for --count or --time",
            "1:it could not",
            "2:called wrongly",
            "130:it ran until Ctrl-C; the file is whole"
        })
final class CaptureCommand implements Callable<Integer> {
    /** More than any frame, super-packets included. */
    private static final int SNAP_BYTES = 128 << 10;

    private static final int LEAST_BUFFER = 1 << 20;
    private static final String STANDARD_OUTPUT = "-";

    @Option(
            names = {"-i", "--interface"},
            required = true,
            paramLabel = "NAME",
            description = "The interface, such as eth0, lo, or any for all of Linux.")
    private String from;

    @Parameters(paramLabel = "FILE", description = "The file, replaced; - is standard output.")
    private Path file;

    @Option(
            names = "--qp",
            paramLabel = "QP",
            split = ",",
            description = "Only packets to these queue pairs, such as 0x10a,266.",
            converter = QueuePairNumber.class)
    private List<Integer> queuePairs = List.of();

    @Option(
            names = "--filter",
            paramLabel = "EXPRESSION",
            description = "What is captured, as pcap-filter(7) has it; '' for everything.")
    private String filter;

    @Option(names = "--count", paramLabel = "N", description = "End after so many frames.")
    private Long count;

    @Option(names = "--time", paramLabel = "TIME", description = "End after so long, such as 10s.")
    private String time;

    @Option(
            names = "--buffer",
            paramLabel = "SIZE",
            description = "What the kernel keeps until it is written, 1MiB to 1GiB; default 64MiB.",
            defaultValue = "64MiB")
    private String buffer;

    @Option(names = "--promiscuous", description = "Frames that are meant for others, too.")
    private boolean promiscuous;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        ArgumentCheck check = new ArgumentCheck(spec);
        long most = count == null ? Long.MAX_VALUE : count;
        check.range("--count", most, 1, Long.MAX_VALUE);
        if (filter != null && !queuePairs.isEmpty()) {
            throw check.wrong("--qp is a filter itself: leave it or --filter out");
        }
        long mostNs;
        long bufferBytes;
        try {
            mostNs = time == null ? Long.MAX_VALUE : Units.timeNs(time);
            bufferBytes = Units.bytes(buffer);
            if (!isStandardOutput()) {
                OutputFile.check("FILE", file);
            }
        } catch (IllegalArgumentException e) {
            throw check.wrong(e.getMessage());
        }
        check.range("--time", mostNs, 1, Long.MAX_VALUE);
        check.range("--buffer", bufferBytes, LEAST_BUFFER, 1 << 30);
        PcapOptions options =
                new PcapOptions(SNAP_BYTES, (int) bufferBytes, false, false, promiscuous);
        try (PcapInterface opened = PcapInterface.open(from, options)) {
            opened.filter(filter == null ? RoceFilter.of(opened.linkType(), queuePairs) : filter);
            try (WritableByteChannel out = open()) {
                return record(new Recording(opened, out, most, mostNs));
            }
        }
    }

    private boolean isStandardOutput() {
        return file.toString().equals(STANDARD_OUTPUT);
    }

    private WritableByteChannel open() throws IOException {
        if (isStandardOutput()) {
            return StandardOutput.ofProcess().channel();
        }
        try {
            return Files.newByteChannel(
                    file,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING);
        } catch (IOException e) {
            throw new IOException("can't write " + OutputFile.why(file, e), e);
        }
    }

    private int record(Recording recording) throws IOException {
        PrintWriter words = isStandardOutput() ? err() : spec.commandLine().getOut();
        try (Interrupt interrupt = new Interrupt(recording::stop)) {
            words.printf("capturing on %s into %s%n", from, file);
            words.flush();
            recording.run();
            words.printf(
                    "%d frames captured, %d dropped by the kernel%n",
                    recording.frames(), recording.dropped());
            words.flush();
            return interrupt.happened() ? Interrupt.STATUS : ExitCode.OK;
        }
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
