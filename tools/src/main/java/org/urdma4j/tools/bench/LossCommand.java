package org.urdma4j.tools.bench;

import org.urdma4j.measure.beside.Contender;
import org.urdma4j.measure.beside.LossSweep;
import org.urdma4j.report.beside.LossPicture;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.report.matrix.Labels;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.units.Units;
import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.tools.terminal.OutputFile;
import org.urdma4j.tools.terminal.Progress;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** {@code urdma bench loss}: goodput over loss beside TCP, in virtual time. */
@Command(
        name = "loss",
        description = {
            "Simulate goodput over loss of URDMA, TCP BBR, TCP CUBIC and go-back-N RDMA.",
            "Each has the same long path alone, in virtual time. The same options and seed give the"
                    + " same figures."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:it ran",
            "1:the file could not be written",
            "2:called wrongly",
            "130:Ctrl-C; what had run is printed and drawn"
        })
final class LossCommand implements Callable<Integer> {
    private static final int STEPS = 1000;
    private static final double GIGA = 1e9;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            description = "Of the bottleneck, framing included; default ${DEFAULT-VALUE}.",
            defaultValue = "1G")
    private String rate;

    @Option(
            names = "--rtt",
            paramLabel = "TIME",
            description =
                    "Two-way propagation delay; the queue holds as much; default ${DEFAULT-VALUE}.",
            defaultValue = "80ms")
    private String rtt;

    @Option(
            names = "--losses",
            paramLabel = "LOSS,...",
            split = ",",
            description = "Shares of packets lost on the way there; default ${DEFAULT-VALUE}.",
            defaultValue = "0,0.001%,0.01%,0.1%,1%,3%")
    private List<String> losses;

    @Option(
            names = "--time",
            paramLabel = "TIME",
            description =
                    "Virtual time that each runs, of which the last half counts; default"
                            + " ${DEFAULT-VALUE}.",
            defaultValue = "60s")
    private String time;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Of everything random; default ${DEFAULT-VALUE}.",
            defaultValue = "1")
    private long seed;

    @Option(names = "--svg", paramLabel = "FILE", description = "Draw it.")
    private Path svg;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Runs at a time; default: one for each processor.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        LossSweep sweep = sweep();
        List<List<Optional<Double>>> rows;
        try (Interrupt interrupt = new Interrupt(() -> {});
                Progress progress = Progress.of("bench loss", STEPS)) {
            rows =
                    sweep.run(
                            threads,
                            share -> {
                                progress.at((long) (share * STEPS));
                                return !interrupt.happened();
                            });
        }
        print(sweep, rows);
        OutputFile.write(svg, out -> out.append(LossPicture.of(sweep, rows)));
        if (rows.stream().anyMatch(row -> row.stream().anyMatch(Optional::isEmpty))) {
            throw new InterruptedException();
        }
        return ExitCode.OK;
    }

    private LossSweep sweep() {
        try {
            if (threads < 1) {
                throw new IllegalArgumentException("--threads must be at least 1");
            }
            OutputFile.check("--svg", svg);
            return new LossSweep(
                    Units.rate(rate),
                    Units.timeNs(rtt),
                    losses.stream().map(LossSpec::parse).toList(),
                    Units.timeNs(time),
                    seed);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private void print(LossSweep sweep, List<List<Optional<Double>>> rows) {
        PrintWriter out = spec.commandLine().getOut();
        out.printf("%-16s", "Gbit/s, loss");
        sweep.losses().forEach(loss -> out.printf("%10s", Labels.loss(loss)));
        out.println();
        for (Contender contender : Contender.values()) {
            out.printf("%-16s", contender.label());
            for (Optional<Double> bps : rows.get(contender.ordinal())) {
                out.printf("%10s", Numbers.fixed(bps.orElse(Double.NaN) / GIGA, 3));
            }
            out.println();
        }
        out.flush();
    }
}
