package org.urdma4j.peers;

import org.urdma4j.lab.TurnRuns;
import org.urdma4j.lab.host.Commands;
import org.urdma4j.lab.host.LabHost;
import org.urdma4j.lab.host.LatencyHost;
import org.urdma4j.lab.latency.Asker;
import org.urdma4j.lab.latency.LatencyJson;
import org.urdma4j.lab.latency.LatencyPlan;
import org.urdma4j.lab.latency.LatencyResult;
import org.urdma4j.lab.latency.LatencyRow;
import org.urdma4j.lab.latency.LatencyTable;
import org.urdma4j.lab.latency.LatencyTurn;
import org.urdma4j.peers.echo.EchoEnds;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;

/** {@code bench/baseline latency}: runs a plan and prints the table of it. */
@Command(
        name = Latency.NAME,
        sortOptions = false,
        description = {
            "Round trips of ours, one request at a time, beside those of a bare UDP echo, in",
            "turns, over a veth pair between two network namespaces, which are removed at the",
            "end, after Ctrl-C too. Needs root."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:every run gave figures",
            "1:a run failed",
            "2:called wrongly, or it could not begin"
        })
public final class Latency implements Callable<Integer> {
    static final String NAME = "bench/baseline latency";

    @Option(
            names = "--askers",
            paramLabel = "LIST",
            description = {
                "Of echo, which the others are compared with, and write, read, standard",
                "(ours); default: all."
            })
    private String askers = "echo,write,read,standard";

    @Option(
            names = "--busy-poll",
            paramLabel = "LIST",
            description = {
                "How long event loops of both ends look on before they sleep; default",
                "${DEFAULT-VALUE}: without and with."
            })
    private String busyPolls = "0,50us";

    @Option(
            names = {"-l", "--size"},
            paramLabel = "BYTES",
            description = "Of a request, 8 to 1024; default ${DEFAULT-VALUE}.")
    private int size = 64;

    @Mixin private RoundOptions schedule = new RoundOptions(List.of(1500), 10);

    @Option(names = "--json", description = "Print one JSON object with every run.")
    private boolean json;

    @Spec private CommandSpec spec;

    /** Runs, and ends the process. Property {@code baseline.root} is the repository's folder. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return BaselineCommand.of(new Latency());
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        LatencyPlan plan = plan();
        Commands ours = BaselineCommand.ours();
        try (LabHost lab = LabHost.open(NAME)) {
            List<LatencyTurn> turns = plan.turns();
            tell("%d runs, about %d s".formatted(turns.size(), plan.estimateS()));
            LatencyHost host = new LatencyHost(lab, plan, ours, new EchoEnds());
            List<LatencyResult> results = TurnRuns.run(turns, host, turn -> tell(plan, turn));
            print(plan, results);
            boolean ran = results.stream().allMatch(result -> result.failure().isEmpty());
            return ran ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    private LatencyPlan plan() {
        try {
            return new LatencyPlan(
                    Asker.parse(askers),
                    LatencyPlan.busyPollsUs(busyPolls),
                    size,
                    schedule.rounds());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private void print(LatencyPlan plan, List<LatencyResult> results) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(LatencyJson.of(plan, results));
            out.flush();
        } else {
            LatencyTable.print(LatencyRow.of(plan, results), out);
        }
    }

    private void tell(LatencyPlan plan, LatencyTurn turn) {
        tell(
                "round %d of %d: MTU %d, busy polling %d us, %s"
                        .formatted(
                                turn.round(),
                                plan.schedule().rounds(),
                                turn.mtu(),
                                turn.busyPollUs(),
                                turn.asker().label()));
    }

    private void tell(String line) {
        BaselineCommand.progress(spec, line);
    }
}
