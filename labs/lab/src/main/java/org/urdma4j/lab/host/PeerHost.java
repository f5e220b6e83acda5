package org.urdma4j.lab.host;

import org.urdma4j.lab.FlowJson;
import org.urdma4j.lab.TurnRuns;
import org.urdma4j.lab.peer.Peer;
import org.urdma4j.lab.peer.PeerPlan;
import org.urdma4j.lab.peer.PeerResult;
import org.urdma4j.lab.peer.PeerTurn;

import java.io.IOException;

/** Runs peers in the lab's namespaces, each over a new pair of veth devices. */
public final class PeerHost implements TurnRuns.Bench<PeerTurn, PeerResult> {
    private static final long BESIDES_S = 30;

    private final LabHost lab;
    private final PeerPlan plan;
    private final PeerCommands commands;

    /** Uses the namespaces of {@code lab}, which stays open. */
    public PeerHost(LabHost lab, PeerPlan plan, Commands commands, PeerPrograms others) {
        this.lab = lab;
        this.plan = plan;
        this.commands = new PeerCommands(commands, plan, others);
    }

    @Override
    public boolean over() {
        return lab.over();
    }

    @Override
    public PeerResult failed(PeerTurn turn, String why) {
        return PeerResult.failed(turn, why);
    }

    @Override
    public PeerResult run(PeerTurn turn) throws IOException, InterruptedException {
        Peer peer = turn.peer();
        HostRun run =
                lab.runOverVeth(
                        turn.mtu(),
                        commands.of(peer, turn.mtu()),
                        plan.omitS() + plan.timeS() + BESIDES_S);
        double goodputBps = FlowJson.receivedBps(peer.label(), run.clients().getFirst());
        return new PeerResult(turn, goodputBps, run.processors(plan.timeS()), "");
    }
}
