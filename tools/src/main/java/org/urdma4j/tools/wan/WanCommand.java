package org.urdma4j.tools.wan;

import org.urdma4j.simulation.units.Units;
import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.tools.terminal.Periodic;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.wan.Verdict;
import org.urdma4j.wan.WanConfig;
import org.urdma4j.wan.WanPath;
import org.urdma4j.wan.WanReport;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

/** {@code urdma wan}: a path until it is told to end. */
@Command(
        name = "wan",
        description = {
            "Make a long, lossy path between two network namespaces.",
            "In wall-clock time, with rate, delay, queue, loss and more for whatever runs in them.",
            "The device is wan0 in both, with",
            "10.77.0.1 and fd77::1 in the first, 10.77.0.2 and fd77::2 in the second. Runs until",
            "Ctrl-C or --time, then says what it did and whether its timing was good enough.",
            "Needs root. Namespaces are made with: ip netns add NAME"
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:it ran for --time, void or not",
            "1:it could not",
            "2:called wrongly",
            "130:it ran until Ctrl-C"
        })
public final class WanCommand implements Callable<Integer> {
    @Mixin private WanArguments path;

    @Option(names = "--time", description = "How long it runs; default until it is ended.")
    private String time;

    @Option(names = "--interval", description = "Print counters every so often, such as 1s.")
    private String interval;

    @Option(names = "--json", description = "Print one JSON object a line: ready, interval, end.")
    private boolean json;

    @Option(
            names = "--commands",
            description = "Obey lines on standard input: kill (lose everything) and revive.")
    private boolean commands;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        WanConfig config;
        long timeNs;
        long intervalNs;
        try {
            config = path.config();
            timeNs = time == null ? Periodic.NEVER : Units.timeNs(time);
            intervalNs = interval == null ? Periodic.NEVER : Units.timeNs(interval);
            if (timeNs == 0 || intervalNs == 0) {
                throw new IllegalArgumentException("--time and --interval must be above 0");
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        WanOutput out =
                json
                        ? new WanJson(spec.commandLine().getOut())
                        : new WanText(spec.commandLine().getOut());
        CountDownLatch over = new CountDownLatch(1);
        try (Interrupt interrupt = new Interrupt(over::countDown);
                WanPath running = WanPath.open(config, over::countDown)) {
            if (commands) {
                WanCommands.listen(System.in, running);
            }
            run(running, config, out, over, timeNs, intervalNs);
            return interrupt.happened() ? Interrupt.STATUS : ExitCode.OK;
        }
    }

    private static void run(
            WanPath running,
            WanConfig config,
            WanOutput out,
            CountDownLatch over,
            long timeNs,
            long intervalNs)
            throws IOException, InterruptedException {
        Periodic periodic = new Periodic(SystemClock::nowNs, over);
        out.ready(config);
        periodic.every(intervalNs, seconds -> out.interval(seconds, running.report())).run(timeNs);
        WanReport report = running.stop();
        Verdict verdict = Verdict.of(config.limitNs(), report.path(), running.deviceDrops());
        out.end(periodic.seconds(), config, report, verdict);
    }
}
