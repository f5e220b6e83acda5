package org.urdma4j.lab.host;

import org.urdma4j.lab.TurnRuns;
import org.urdma4j.lab.latency.LatencyPlan;
import org.urdma4j.lab.latency.LatencyResult;
import org.urdma4j.lab.latency.LatencyTurn;
import org.urdma4j.lab.latency.RoundTrips;

import java.io.IOException;

/** Measures round trips in the lab's namespaces, each time over a new pair of veth devices. */
public final class LatencyHost implements TurnRuns.Bench<LatencyTurn, LatencyResult> {
    private static final long BESIDES_S = 30;

    private final LabHost lab;
    private final LatencyPlan plan;
    private final LatencyCommands commands;

    /** Uses the namespaces of {@code lab}, which stays open. */
    public LatencyHost(LabHost lab, LatencyPlan plan, Commands commands, EchoPrograms echo) {
        this.lab = lab;
        this.plan = plan;
        this.commands = new LatencyCommands(commands, plan, echo);
    }

    @Override
    public boolean over() {
        return lab.over();
    }

    @Override
    public LatencyResult failed(LatencyTurn turn, String why) {
        return LatencyResult.failed(turn, why);
    }

    @Override
    public LatencyResult run(LatencyTurn turn) throws IOException, InterruptedException {
        HostRun run =
                lab.runOverVeth(
                        turn.mtu(),
                        commands.of(turn),
                        plan.schedule().omitS() + plan.schedule().timeS() + BESIDES_S);
        String printed = run.clients().getFirst();
        return new LatencyResult(turn, RoundTrips.parse(turn.asker().label(), printed), "");
    }
}
