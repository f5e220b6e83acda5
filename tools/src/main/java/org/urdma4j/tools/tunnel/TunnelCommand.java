package org.urdma4j.tools.tunnel;

import org.urdma4j.simulation.units.Units;
import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.tools.terminal.Periodic;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.tunnel.site.Tunnel;
import org.urdma4j.tunnel.site.TunnelConfig;
import org.urdma4j.tunnel.site.TunnelReport;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

/** {@code urdma tunnel}: one end of a tunnel until it is told to end. */
@Command(
        name = "tunnel",
        description = {
            "Join two sites by sealed cells of one length at a constant rate.",
            "What a network device inside is given comes out of the other",
            "end's: any Ethernet, plain RoCE too. Runs until Ctrl-C, then says",
            "what it did. Needs root, or CAP_NET_ADMIN and ip (iproute2)."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "1:it could not, or the device is gone",
            "2:called wrongly",
            "130:it ran until Ctrl-C"
        })
public final class TunnelCommand implements Callable<Integer> {
    private static final long WATCHED_EVERY_NS = 1_000_000_000;

    @Mixin private TunnelArguments arguments;

    @Option(names = "--interval", description = "Print counters every so often, such as 1s.")
    private String interval;

    @Option(names = "--json", description = "Print one JSON object a line: ready, interval, end.")
    private boolean json;

    @Spec private CommandSpec spec;

    /** Of the last interval. */
    private TunnelReport before;

    private double beforeSeconds;

    @Override
    public Integer call() throws IOException, InterruptedException {
        TunnelConfig config;
        long intervalNs;
        try {
            intervalNs = interval == null ? Periodic.NEVER : Units.timeNs(interval);
            if (intervalNs == 0) {
                throw new IllegalArgumentException("--interval must be above 0");
            }
            config = arguments.config(spec.commandLine().getErr());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        PrintWriter out = spec.commandLine().getOut();
        CountDownLatch over = new CountDownLatch(1);
        try (Interrupt interrupt = new Interrupt(over::countDown);
                Tunnel running = Tunnel.open(config, this::warn, over::countDown)) {
            TunnelOutput output = json ? new TunnelJson(out) : new TunnelText(out);
            run(running, config, output, over, intervalNs);
            return interrupt.happened() ? Interrupt.STATUS : ExitCode.OK;
        }
    }

    private void run(
            Tunnel running,
            TunnelConfig config,
            TunnelOutput output,
            CountDownLatch over,
            long intervalNs)
            throws IOException, InterruptedException {
        Periodic periodic = new Periodic(SystemClock::nowNs, over);
        output.ready(config);
        Silence silence = new Silence(config.rateBps().isPresent());
        periodic.every(WATCHED_EVERY_NS, _ -> silence.news(running.report()).ifPresent(this::warn))
                .every(
                        intervalNs,
                        seconds -> {
                            TunnelReport now = running.report();
                            output.interval(
                                    seconds,
                                    Progress.between(
                                            before,
                                            now,
                                            seconds - beforeSeconds,
                                            config.cellBytes()));
                            before = now;
                            beforeSeconds = seconds;
                        })
                .run(Periodic.NEVER);
        TunnelReport report = running.stop();
        double seconds = periodic.seconds();
        output.end(seconds, Progress.between(null, report, seconds, config.cellBytes()));
    }

    private synchronized void warn(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("urdma: " + line);
        err.flush();
    }
}
