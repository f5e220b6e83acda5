package org.urdma4j.tools.bench;

import org.urdma4j.measure.json.RunJson;
import org.urdma4j.measure.run.BenchClient;
import org.urdma4j.measure.run.RunListener;
import org.urdma4j.measure.run.RunRecord;
import org.urdma4j.measure.run.SeveralRuns;
import org.urdma4j.measure.spec.Control;
import org.urdma4j.measure.spec.Load;
import org.urdma4j.measure.spec.Protocol;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Side;
import org.urdma4j.measure.traffic.TrafficEnds;
import org.urdma4j.tools.backend.BackendArguments;
import org.urdma4j.tools.backend.ProtectArguments;
import org.urdma4j.tools.terminal.Interrupt;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;

/** {@code urdma bench client}: measures against a server. */
@Command(
        name = "client",
        sortOptions = false,
        description = {
            "Measure what RDMA, or TCP, achieves to a host with a server.",
            "That is where `urdma bench server` runs.",
            "Sizes have K, M, G for powers of 1024, rates for powers of 1000, as in iperf3."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:it ran",
            "1:it could not, or was slower than --min-rate",
            "2:called wrongly",
            "130:Ctrl-C; what was measured until then is printed"
        })
final class ClientCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "HOST[,HOST...]",
            description = "Name or address of the server; of several, all at the same time.")
    private String host;

    @ArgGroup(validate = false, order = 1, heading = "%nWhat is moved:%n")
    private LoadArguments load = new LoadArguments();

    @ArgGroup(validate = false, order = 2, heading = "%nHow the path is used:%n")
    private TuningArguments tuning = new TuningArguments();

    @ArgGroup(validate = false, order = 2)
    private PaperArguments paper = new PaperArguments();

    @ArgGroup(validate = false, order = 2, heading = "%nSeveral paths:%n")
    private EndPathArguments paths = new EndPathArguments();

    @ArgGroup(validate = false, order = 3, heading = "%nWhere:%n")
    private AddressArguments address = new AddressArguments();

    @ArgGroup(validate = false, order = 3)
    private OwnPortArguments ownPort = new OwnPortArguments();

    @ArgGroup(validate = false, order = 4, heading = "%nThrough what:%n")
    private BackendArguments backend = new BackendArguments();

    @ArgGroup(validate = false, order = 4)
    private EventLoopArguments loops = new EventLoopArguments();

    @ArgGroup(validate = false, order = 4)
    private OffloadArguments offloads = new OffloadArguments();

    @ArgGroup(validate = false, order = 4, heading = "%nPauses on the cable, with --backend raw:%n")
    private PauseArguments pauses = new PauseArguments();

    @ArgGroup(validate = false, order = 4, heading = "%nSealed packets:%n")
    private ProtectArguments protect = new ProtectArguments();

    @ArgGroup(validate = false, order = 4, heading = "%nGrants:%n")
    private GrantArguments grants = new GrantArguments();

    @ArgGroup(validate = false, order = 5, heading = "%nWhat is printed:%n")
    private OutputArguments output = new OutputArguments();

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        long seed = new SplittableRandom().nextLong();
        try {
            address.check();
            backend.check();
            loops.check(backend.isUdp(), backend.isRaw(), tuning.protocol().rdma());
            offloads.check(backend.isUdp() && tuning.protocol().rdma());
            ownPort.check(backend.isUdp());
            pauses.check(backend.isRaw());
            protect.expect(host);
            protect.check(spec.commandLine().getErr());
            backend.check(protect);
            if (backend.isRdma() && tuning.protocol() == Protocol.URDMA) {
                throw new IllegalArgumentException(
                        "--backend rdma speaks standard RoCE: add --protocol standard");
            }
            output.check(load.sweep(), load.latency());
            checkSeveral(hosts());
            if (load.sweep() && output.jsonStream()) {
                throw new IllegalArgumentException("--sweep has no --json-stream; use --json");
            }
            RunSpec asked = runSpec(0, seed); // what is wrong shall be said before anyone is called
            if (protect.isGiven()) {
                requireProtectable(asked);
            }
            grants.check(asked.tuning().congestionControl());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        try (Interrupt interrupt = new Interrupt()) {
            String failure = run(seed, interrupt);
            if (failure != null) {
                spec.commandLine().getErr().println("urdma: " + failure);
            }
            return interrupt.happened()
                    ? Interrupt.STATUS
                    : failure != null ? ExitCode.SOFTWARE : ExitCode.OK;
        } catch (IOException e) {
            output.printFailure(spec.commandLine().getOut(), e.getMessage());
            throw e;
        } catch (InterruptedException e) {
            output.printFailure(spec.commandLine().getOut(), Interrupt.MESSAGE);
            throw e;
        }
    }

    private List<String> hosts() {
        return List.of(host.split(",", -1));
    }

    private void checkSeveral(List<String> hosts) {
        if (hosts.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException(
                    "\"%s\" leaves a server out; give them as HOST,HOST".formatted(host));
        }
        if (hosts.size() == 1) {
            return;
        }
        if (new HashSet<>(hosts).size() < hosts.size()) {
            throw new IllegalArgumentException(
                    "%s names a server twice; for more queue pairs to it use --qps (-P)"
                            .formatted(host));
        }
        if (load.sweep() || paths.isGiven()) {
            throw new IllegalArgumentException(
                    "%s is for one server at a time"
                            .formatted(load.sweep() ? "--sweep" : "--paths or --rails"));
        }
        if (protect.comparesHost()) {
            throw new IllegalArgumentException(
                    "certificates of several servers need --peer-name or --peer-key");
        }
    }

    private static void requireProtectable(RunSpec asked) {
        if (asked.protocol() != Protocol.URDMA || !asked.qp().reliable()) {
            throw new IllegalArgumentException(
                    "--protect is for URDMA's reliable connections: not for TCP, Standard, UC and"
                            + " UD");
        }
        if (asked.tuning().control() == Control.TCP) {
            throw new IllegalArgumentException(
                    "--protect needs the connection manager: leave out --control tcp");
        }
    }

    private String run(long seed, Interrupt interrupt) throws IOException, InterruptedException {
        String software = ToolVersion.of(spec);
        TrafficEnds ends =
                Ends.over(
                        backend.choose(
                                pauses.flowControl(),
                                protect,
                                ownPort.port(address.port()),
                                loops::set,
                                offloads.without()),
                        grants.rate());
        List<SeveralRuns.Part> parts = new ArrayList<>();
        try {
            long rttNs = 0;
            for (String server : hosts()) {
                AddressArguments.Connected connected = address.connect(server);
                rttNs = connected.rttNs();
                parts.add(
                        new SeveralRuns.Part(
                                server,
                                new BenchClient(
                                        connected.connection(),
                                        ends,
                                        address.port(),
                                        software,
                                        output.serverOutput()),
                                runSpec(rttNs, seed)));
            }
            if (parts.size() > 1) {
                return together(parts, software, interrupt);
            }
            BenchClient client = parts.getFirst().client();
            RunSpec run = parts.getFirst().spec();
            interrupt.tell(() -> client.interrupt(Interrupt.MESSAGE));
            return load.sweep()
                    ? sweep(client, run, load.sweepLoads(seed, rttNs), software)
                    : measure(client, run, software);
        } finally {
            parts.forEach(part -> part.client().close());
        }
    }

    /** Returns what broke, or null. */
    private String together(List<SeveralRuns.Part> parts, String software, Interrupt interrupt)
            throws IOException, InterruptedException {
        RunJson writer = new RunJson(software, output.title());
        List<String> servers = parts.stream().map(SeveralRuns.Part::server).toList();
        List<RunJson> writers = servers.stream().map(writer::of).toList();
        ServersReport report = output.report(spec.commandLine().getOut(), servers, writers);
        SeveralRuns runs = new SeveralRuns(parts);
        interrupt.tell(() -> runs.interrupt(Interrupt.MESSAGE));
        List<RunRecord> records = runs.run(report::of);
        String broke = runs.failure();
        String failure = broke == null ? output.minRate().shortfall(records) : broke;
        report.end(records, failure);
        output.writeJson(RunJson.together(writers, records, failure));
        output.writePage(writers, records);
        return failure;
    }

    /** Returns what broke, or null. */
    private String sweep(BenchClient client, RunSpec common, List<Load> loads, String software)
            throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        RunJson writer = new RunJson(software, output.title());
        SweepReport table = new SweepReport(out, common.load().latency());
        List<RunRecord> records = new ArrayList<>();
        if (!output.json()) {
            table.head();
        }
        String failure = null;
        for (Iterator<Load> left = loads.iterator(); failure == null && left.hasNext(); ) {
            try {
                RunRecord record = client.run(common.withLoad(left.next()), new RunListener() {});
                records.add(record);
                failure = record.failure();
                if (!output.json() && record.measured()) {
                    table.row(record);
                }
            } catch (InterruptedException _) {
                failure = Interrupt.MESSAGE;
            }
        }
        String whole = writer.wholes(records, failure);
        if (output.json()) {
            out.println(whole);
            out.flush();
        }
        output.writeJson(whole);
        output.writePage(writer, records);
        return failure;
    }

    private RunSpec runSpec(long rttNs, long seed) {
        return new RunSpec(
                tuning.protocol(),
                load.service(),
                load.operation(),
                load.direction(),
                load.load(seed),
                tuning.tuning(rttNs, paper).withSpread(paths.spread(Side.CLIENT, tuning.mtu())),
                load.multicast());
    }

    /** Returns what broke, or null. */
    private String measure(BenchClient client, RunSpec run, String software)
            throws IOException, InterruptedException {
        RunJson writer = new RunJson(software, output.title());
        ClientReport report = output.report(spec.commandLine().getOut(), writer);
        RunRecord record = client.run(run, report);
        String shortfall = output.minRate().shortfall(record);
        output.writeJson(writer.whole(record, shortfall));
        output.writePage(writer, List.of(record));
        return record.failure() == null ? shortfall : record.failure();
    }
}
