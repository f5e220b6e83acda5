package org.urdma4j.tools.bench;

import org.urdma4j.measure.run.BenchServer;
import org.urdma4j.measure.spec.Side;
import org.urdma4j.measure.spec.Spread;
import org.urdma4j.measure.traffic.OwnPaths;
import org.urdma4j.tools.backend.BackendArguments;
import org.urdma4j.tools.backend.ProtectArguments;
import org.urdma4j.tools.peer.OwnAddress;

import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.util.OptionalInt;
import java.util.concurrent.Callable;

/** {@code urdma bench server}: waits for clients and does what they say. */
@Command(
        name = "server",
        description = {
            "Wait for `urdma bench client`, and measure with it.",
            "Several clients at a time; the server adopts what each asks for."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:the client of --once was served", "1:it could not", "2:called wrongly"})
final class ServerCommand implements Callable<Integer> {
    @ArgGroup(validate = false, heading = "%nWhere:%n")
    private AddressArguments address = new AddressArguments();

    @ArgGroup(validate = false, heading = "%nThrough what:%n")
    private BackendArguments backend = new BackendArguments();

    @ArgGroup(validate = false)
    private EventLoopArguments loops = new EventLoopArguments();

    @ArgGroup(validate = false)
    private OffloadArguments offloads = new OffloadArguments();

    @ArgGroup(validate = false, heading = "%nPauses on the cable, with --backend raw:%n")
    private PauseArguments pauses = new PauseArguments();

    @ArgGroup(validate = false, heading = "%nSealed packets:%n")
    private ProtectArguments protect = new ProtectArguments();

    @ArgGroup(
            validate = false,
            heading = "%nSeveral paths, in place of what clients say of them:%n")
    private EndPathArguments paths = new EndPathArguments();

    @ArgGroup(validate = false, heading = "%nGrants:%n")
    private GrantArguments grants = new GrantArguments();

    @Option(
            names = {"-1", "--once"},
            description = "Serve one client, then end.")
    private boolean once;

    @Option(
            names = "--clients",
            paramLabel = "N",
            description = "Clients at a time, 1 to 32; by default ${DEFAULT-VALUE}.")
    private int clients = BenchServer.DEFAULT_CLIENTS;

    @Option(
            names = {"-J", "--json"},
            description = "Print a JSON object for each run.")
    private boolean json;

    @CommandLine.Spec private CommandSpec spec;

    private void checkClients() {
        if (clients < 1 || clients > BenchServer.MOST_CONNECTIONS) {
            throw new IllegalArgumentException(
                    "--clients is 1 to %d, not %d"
                            .formatted(BenchServer.MOST_CONNECTIONS, clients));
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Spread spread;
        try {
            address.check();
            backend.check();
            loops.check(backend.isUdp(), backend.isRaw(), true);
            offloads.check(backend.isUdp());
            pauses.check(backend.isRaw());
            protect.check(spec.commandLine().getErr());
            backend.check(protect);
            checkClients();
            spread = paths.spread(Side.SERVER, 0);
            if (spread.wanted() && !backend.isUdp()) {
                throw new IllegalArgumentException("--paths and --rails need --backend udp");
            }
            var _ = grants.rate();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        for (InetAddress own : spread.addresses(Side.SERVER)) {
            OwnAddress.require(own);
        }
        PrintWriter out = spec.commandLine().getOut();
        String software = ToolVersion.of(spec);
        ServerReport report = new ServerReport(out, spec.commandLine().getErr(), json, software);
        try (BenchServer server =
                new BenchServer(
                        address.listen(),
                        address.port(),
                        new OwnPaths(
                                Ends.over(
                                        backend.choose(
                                                pauses.flowControl(),
                                                protect,
                                                OptionalInt.empty(),
                                                loops::set,
                                                offloads.without()),
                                        grants.rate()),
                                spread),
                        report,
                        software,
                        once,
                        clients)) {
            if (!json) {
                out.println("listening on port " + server.port());
                out.flush();
            }
            server.await();
        }
        return report.failed() ? ExitCode.SOFTWARE : ExitCode.OK;
    }
}
