package org.urdma4j.tools.bench;

import org.urdma4j.bench.net.json.RunJson;
import org.urdma4j.bench.net.run.BenchClient;
import org.urdma4j.bench.net.run.RunListener;
import org.urdma4j.bench.net.run.RunRecord;
import org.urdma4j.bench.net.spec.Load;
import org.urdma4j.bench.net.spec.RunSpec;

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
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;

/** {@code urdma bench client}: measures against a server. */
@Command(
        name = "client",
        sortOptions = false,
        description = {
            "Measure what RDMA, or TCP, achieves to a host where `urdma bench server` runs.",
            "Sizes have K, M, G for powers of 1024, rates for powers of 1000, as in iperf3."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:it ran", "1:it could not, or was interrupted", "2:called wrongly"})
final class ClientCommand implements Callable<Integer> {
    @Parameters(paramLabel = "HOST", description = "Name or address of the server.")
    private String host;

    @ArgGroup(validate = false, order = 1, heading = "%nWhat is moved:%n")
    private LoadArguments load = new LoadArguments();

    @ArgGroup(validate = false, order = 2, heading = "%nHow the path is used:%n")
    private TuningArguments tuning = new TuningArguments();

    @ArgGroup(validate = false, order = 3, heading = "%nWhere:%n")
    private AddressArguments address = new AddressArguments();

    @ArgGroup(validate = false, order = 4, heading = "%nWhat is printed:%n")
    private OutputArguments output = new OutputArguments();

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        long seed = new SplittableRandom().nextLong();
        try {
            address.check();
            output.check();
            if (load.sweep() && output.jsonStream()) {
                throw new IllegalArgumentException("--sweep has no --json-stream; use --json");
            }
            var _ = runSpec(0, seed); // what is wrong shall be said before anyone is called
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        String software = ToolVersion.of(spec);
        try {
            AddressArguments.Connected connected = address.connect(host);
            RunSpec run = runSpec(connected.rttNs(), seed);
            try (BenchClient client =
                    new BenchClient(
                            connected.connection(),
                            Ends.all(),
                            address.port(),
                            software,
                            output.serverOutput())) {
                return load.sweep()
                        ? sweep(client, run, seed, software)
                        : measure(client, run, software);
            }
        } catch (IOException e) {
            output.printFailure(spec.commandLine().getOut(), e.getMessage());
            throw e;
        }
    }

    private int sweep(BenchClient client, RunSpec common, long seed, String software)
            throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        RunJson writer = new RunJson(software, output.title());
        SweepReport table = new SweepReport(out, common.load().latency());
        List<RunRecord> records = new ArrayList<>();
        String failure = null;
        try (Interrupt interrupt = new Interrupt(client::interrupt)) {
            if (!output.json()) {
                table.head();
            }
            for (Load each : load.sweepLoads(seed)) {
                if (failure == null && !interrupt.happened()) {
                    RunRecord record = client.run(common.withLoad(each), new RunListener() {});
                    records.add(record);
                    failure = record.failure();
                    if (!output.json() && record.measured()) {
                        table.row(record);
                    }
                }
            }
            if (output.json()) {
                out.println(writer.wholes(records));
                out.flush();
            }
            output.writePage(writer, records);
            if (failure != null) {
                spec.commandLine().getErr().println("urdma: " + failure);
            }
            return failure != null || interrupt.happened() ? ExitCode.SOFTWARE : ExitCode.OK;
        }
    }

    private RunSpec runSpec(long rttNs, long seed) {
        return new RunSpec(
                tuning.protocol(),
                load.service(),
                load.operation(),
                load.direction(),
                load.load(seed),
                tuning.tuning(rttNs));
    }

    private int measure(BenchClient client, RunSpec run, String software)
            throws IOException, InterruptedException {
        RunJson writer = new RunJson(software, output.title());
        ClientReport report = output.report(spec.commandLine().getOut(), writer);
        try (Interrupt interrupt = new Interrupt(client::interrupt)) {
            RunRecord record = client.run(run, report);
            if (record.failure() != null) {
                spec.commandLine().getErr().println("urdma: " + record.failure());
            }
            output.writePage(writer, List.of(record));
            return record.failure() != null || interrupt.happened()
                    ? ExitCode.SOFTWARE
                    : ExitCode.OK;
        }
    }
}
