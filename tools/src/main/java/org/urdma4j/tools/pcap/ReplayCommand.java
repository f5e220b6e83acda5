package org.urdma4j.tools.pcap;

import org.urdma4j.measure.capture.HostAddress;
import org.urdma4j.measure.json.Json;
import org.urdma4j.measure.replay.Replay;
import org.urdma4j.measure.replay.ReplayPlan;
import org.urdma4j.measure.replay.ReplayReport;
import org.urdma4j.simulation.units.Units;
import org.urdma4j.tools.terminal.ArgumentCheck;
import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.transport.port.pcap.ReplayPace;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/** {@code urdma pcap replay}: what the engine makes of a capture. */
@Command(
        name = "replay",
        description = {
            "Play a capture file into a port, and say what the engine made of it.",
            "The port has the address, the queue pairs and the memory that requests in the file are"
                    + " for; its answers go nowhere. Needs neither a privilege nor libpcap."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:no request ended its queue pair",
            "1:one did, or the file can't be read to its end or has no request",
            "2:called wrongly",
            "130:it ran until Ctrl-C"
        })
final class ReplayCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "A capture file (pcap, pcapng).")
    private Path file;

    @Option(
            names = "--to",
            paramLabel = "ADDRESS",
            description = "The host that is played; may be left out if requests go to one alone.")
    private String to;

    @Option(
            names = "--speed",
            paramLabel = "N",
            description = "As fast as it was captured, N times: 0.001 to 1000; default full speed.")
    private Double speed;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description = "Most memory that requests may reach; default 1GiB.",
            defaultValue = "1GiB")
    private String memory;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        ArgumentCheck check = new ArgumentCheck(spec);
        if (speed != null && !(speed >= 0.001 && speed <= 1000)) {
            throw check.wrong("--speed is %s, must be 0.001 to 1000".formatted(speed));
        }
        long mostBytes;
        try {
            mostBytes = Units.bytes(memory);
        } catch (IllegalArgumentException e) {
            throw check.wrong(e.getMessage());
        }
        ReplayPlan plan = ReplayPlan.of(file);
        HostAddress host = host(plan, check);
        ReplayPace pace = speed == null ? ReplayPace.FULL_SPEED : new ReplayPace(speed);
        try (Replay replay = new Replay(file, plan, host, pace, mostBytes);
                Interrupt interrupt = new Interrupt(replay::stop)) {
            replay.play();
            ReplayReport report = replay.report();
            PrintWriter out = spec.commandLine().getOut();
            if (json) {
                Json.print(report, out);
            } else {
                ReplayText.print(report, out);
            }
            out.flush();
            if (interrupt.happened()) {
                return Interrupt.STATUS;
            }
            return report.isSound() ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    private HostAddress host(ReplayPlan plan, ArgumentCheck check) throws IOException {
        if (plan.hosts().isEmpty()) {
            throw new IOException(file + ": has no request to a queue pair");
        }
        String hosts =
                plan.hosts().stream().map(HostAddress::toString).collect(Collectors.joining(", "));
        if (to == null) {
            if (plan.hosts().size() > 1) {
                throw check.wrong("requests go to %s: choose one with --to".formatted(hosts));
            }
            return plan.hosts().iterator().next();
        }
        HostAddress wanted;
        try {
            wanted = HostAddress.of(InetAddress.ofLiteral(to));
        } catch (IllegalArgumentException _) {
            throw check.wrong("--to '%s' is no address".formatted(to));
        }
        if (!plan.hosts().contains(wanted)) {
            throw new IOException("%s: requests go to %s, not to %s".formatted(file, hosts, to));
        }
        return wanted;
    }
}
