package org.urdma4j.peers;

import io.netty.handler.codec.quic.Quic;

import org.urdma4j.lab.Rounds;
import org.urdma4j.lab.TurnRuns;
import org.urdma4j.lab.host.Commands;
import org.urdma4j.lab.host.LabHost;
import org.urdma4j.lab.host.PeerHost;
import org.urdma4j.lab.host.PeerSkips;
import org.urdma4j.lab.peer.Peer;
import org.urdma4j.lab.peer.PeerJson;
import org.urdma4j.lab.peer.PeerPlan;
import org.urdma4j.lab.peer.PeerResult;
import org.urdma4j.lab.peer.PeerRow;
import org.urdma4j.lab.peer.PeerTable;
import org.urdma4j.lab.peer.PeerTurn;

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
import java.util.Map;
import java.util.concurrent.Callable;

/** {@code bench/baseline peers}: runs a plan and prints the table of it. */
@Command(
        name = Peers.NAME,
        sortOptions = false,
        description = {
            "Bulk transfers of ours beside other transports, in turns, over a veth pair between",
            "two network namespaces, which are removed at the end, after Ctrl-C too. Needs root."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:every run gave figures",
            "1:a run failed",
            "2:called wrongly, or it could not begin"
        })
public final class Peers implements Callable<Integer> {
    static final String NAME = "bench/baseline peers";

    @Option(
            names = "--peers",
            paramLabel = "LIST",
            description = {
                "Of write, read, standard (ours), cubic, bbr (iperf3), aeron and quic",
                "(Netty's); default: all."
            })
    private String peers = "write,read,standard,cubic,bbr,aeron,quic";

    @Mixin private RoundOptions schedule = new RoundOptions(List.of(1500, 9000), 5);

    @Option(
            names = "--cpu",
            description = {
                "Also say how busy all processors were for each GB, interrupts included:",
                "by threads of the idle class, so that no processor sleeps meanwhile."
            })
    private boolean cpu;

    @Option(names = "--json", description = "Print one JSON object with every run.")
    private boolean json;

    @Spec private CommandSpec spec;

    /** Runs, and ends the process. Property {@code baseline.root} is the repository's folder. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return BaselineCommand.of(new Peers());
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PeerPlan wanted;
        try {
            wanted = plan();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        Commands ours = BaselineCommand.ours();
        try (LabHost lab = LabHost.open(NAME);
                Scratch scratch = new Scratch()) {
            if (cpu) {
                lab.measureCpu();
            }
            Map<Peer, String> skips = skips(wanted);
            skips.forEach((peer, why) -> progress("skipped: " + peer.label() + ": " + why));
            PeerPlan plan = wanted.without(List.copyOf(skips.keySet()));
            progress("%d runs, about %d s".formatted(plan.turns().size(), plan.estimateS()));
            PeerHost host = new PeerHost(lab, plan, ours, new PeerEnds(scratch.folder()));
            List<PeerResult> results =
                    TurnRuns.run(plan.turns(), host, turn -> progress(plan, turn));
            print(plan, skips, results);
            boolean ran = results.stream().allMatch(result -> result.failure().isEmpty());
            return ran ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    private PeerPlan plan() {
        Rounds rounds = schedule.rounds();
        return new PeerPlan(
                Peer.parse(peers), rounds.mtus(), rounds.rounds(), rounds.timeS(), rounds.omitS());
    }

    private static Map<Peer, String> skips(PeerPlan plan) throws InterruptedException {
        Map<Peer, String> skips = PeerSkips.ofThisMachine(plan.peers());
        if (plan.peers().contains(Peer.QUIC) && !Quic.isAvailable()) {
            skips.put(Peer.QUIC, "Netty's is here for Linux on x86-64 alone: leave quic out");
        }
        return skips;
    }

    private void print(PeerPlan plan, Map<Peer, String> skips, List<PeerResult> results) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(PeerJson.of(plan, skips, results));
            out.flush();
        } else {
            PeerTable.print(PeerRow.of(plan, results), out);
        }
    }

    private void progress(PeerPlan plan, PeerTurn turn) {
        progress(
                "round %d of %d: MTU %d, %s"
                        .formatted(turn.round(), plan.rounds(), turn.mtu(), turn.peer().label()));
    }

    private void progress(String line) {
        BaselineCommand.progress(spec, line);
    }
}
