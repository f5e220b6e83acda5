package org.urdma4j.tools.gateway;

import org.urdma4j.gateway.bridge.Bridge;
import org.urdma4j.gateway.bridge.BridgeConfig;
import org.urdma4j.gateway.bridge.BridgeReport;
import org.urdma4j.gateway.bridge.UnusableInterface;
import org.urdma4j.gateway.bridge.frame.Role;
import org.urdma4j.simulation.units.Units;
import org.urdma4j.tools.terminal.GatewayArguments;
import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.tools.terminal.Periodic;
import org.urdma4j.transport.port.SystemClock;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

/** {@code urdma gateway}: a gateway between two interfaces until it is told to end. */
@Command(
        name = "gateway",
        description = {
            "Hide a long link's losses from RDMA hosts that know go-back-N.",
            "A bridge between two interfaces without addresses, with another",
            "such gateway at the link's far end. Runs until Ctrl-C, then says",
            "what it did. Needs root, or CAP_NET_RAW and CAP_NET_ADMIN."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "1:it could not, or an interface is gone",
            "2:called wrongly, or an interface can't be bridged",
            "130:it ran until Ctrl-C"
        })
public final class GatewayCommand implements Callable<Integer> {
    private static final long SIZED_FOR_NS = 100_000_000;
    private static final long WATCHED_EVERY_NS = 500_000_000;
    private static final long LEAST_RATE_BPS = 1_000_000;
    private static final long MOST_RATE_BPS = 1_000_000_000_000L;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "ROLE",
            description = {
                "both (default); sentry, for requests that leave; depot,",
                "for those that come."
            })
    private String role = "both";

    @Option(
            names = "--inside",
            paramLabel = "IF",
            required = true,
            description = "Interface towards the hosts.")
    private String inside;

    @Option(
            names = "--outside",
            paramLabel = "IF",
            required = true,
            description = "Interface towards the long link.")
    private String outside;

    @Option(
            names = "--namespace",
            paramLabel = "NS",
            description = "Network namespace of both, by name or path.")
    private String namespace;

    @Option(names = "--rate", description = "Of the long link, bit/s, 1M to 1T; default 1G.")
    private String rate = "1G";

    @Mixin private GatewayArguments gateway;

    @Option(names = "--interval", description = "Print counters every so often, such as 1s.")
    private String interval;

    @Option(names = "--json", description = "Print one JSON object a line: ready, interval, end.")
    private boolean json;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        BridgeConfig config;
        long intervalNs;
        try {
            config = config();
            intervalNs = interval == null ? Periodic.NEVER : Units.timeNs(interval);
            if (intervalNs == 0) {
                throw new IllegalArgumentException("--interval must be above 0");
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        GatewayOutput output =
                json
                        ? new GatewayJson(spec.commandLine().getOut())
                        : new GatewayText(spec.commandLine().getOut());
        CountDownLatch over = new CountDownLatch(1);
        try (Interrupt interrupt = new Interrupt(over::countDown);
                Bridge running = open(config, over::countDown)) {
            run(running, config, output, over, intervalNs);
            return interrupt.happened() ? Interrupt.STATUS : ExitCode.OK;
        }
    }

    private BridgeConfig config() {
        Role wanted = role(role);
        if (wanted != Role.BOTH && gateway.hasFec()) {
            throw new IllegalArgumentException("--fec needs both halves of a gateway");
        }
        long rateBps = Units.rate(rate);
        if (rateBps < LEAST_RATE_BPS || rateBps > MOST_RATE_BPS) {
            throw new IllegalArgumentException("--rate is 1M to 1T, not " + rate);
        }
        return new BridgeConfig(
                Optional.ofNullable(namespace),
                inside,
                outside,
                wanted,
                gateway.config(rateBps, 0, gateway.longRttNs(SIZED_FOR_NS), 1500));
    }

    private static Role role(String text) {
        for (Role role : Role.values()) {
            if (role.name().toLowerCase(Locale.ROOT).equals(text)) {
                return role;
            }
        }
        throw new IllegalArgumentException(
                "a gateway is both, sentry or depot, not \"%s\"".formatted(text));
    }

    private Bridge open(BridgeConfig config, Runnable onFailure)
            throws IOException, InterruptedException {
        try {
            return Bridge.open(config, onFailure);
        } catch (IOException e) {
            if (e instanceof UnusableInterface || e.getCause() instanceof UnusableInterface) {
                throw new ParameterException(spec.commandLine(), e.getMessage());
            }
            throw e;
        }
    }

    private void run(
            Bridge running,
            BridgeConfig config,
            GatewayOutput output,
            CountDownLatch over,
            long intervalNs)
            throws IOException, InterruptedException {
        Periodic periodic = new Periodic(SystemClock::nowNs, over);
        output.ready(config, running.mtu());
        PeerWatch peer = new PeerWatch();
        periodic.every(
                        WATCHED_EVERY_NS,
                        _ -> peer.news(running.report().gateway().counters()).forEach(this::warn))
                .every(intervalNs, seconds -> output.interval(seconds, running.report()))
                .run(Periodic.NEVER);
        BridgeReport report = running.stop();
        peer.news(report.gateway().counters()).forEach(this::warn);
        output.end(periodic.seconds(), report);
    }

    private void warn(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("urdma: " + line);
        err.flush();
    }
}
