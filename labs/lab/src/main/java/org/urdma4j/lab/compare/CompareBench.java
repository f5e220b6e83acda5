package org.urdma4j.lab.compare;

import org.urdma4j.lab.FlowJson;
import org.urdma4j.lab.FlowKind;
import org.urdma4j.lab.FlowResult;
import org.urdma4j.lab.PathResult;
import org.urdma4j.lab.host.Commands;
import org.urdma4j.lab.host.HostRun;
import org.urdma4j.lab.host.LabHost;
import org.urdma4j.measure.sim.SimResult;
import org.urdma4j.measure.sim.SimRun;

import java.io.IOException;
import java.util.List;

/** Runs a path in virtual time, then in the namespaces of a lab. */
public final class CompareBench implements Comparison.Bench {
    private static final long BESIDES_S = 30;

    private final LabHost lab;
    private final Commands commands;
    private final int timeS;

    /**
     * @param timeS seconds that each run is measured, after as many that don't count
     */
    public CompareBench(LabHost lab, Commands commands, int timeS) {
        this.lab = lab;
        this.commands = commands;
        this.timeS = timeS;
    }

    @Override
    public boolean over() {
        return lab.over();
    }

    @Override
    public ComparedResult run(ComparedPath path) throws InterruptedException {
        SimResult simulated = SimRun.run(VirtualRun.options(path, timeS), _ -> {});
        double simulatedBps = simulated.all().goodputSteadyBps();
        double again = simulated.all().retransmittedShare();
        String failure = simulated.all().failure();
        if (!failure.isEmpty()) {
            return failed(path, simulatedBps, again, "in virtual time: " + failure);
        }
        try {
            HostRun run =
                    lab.run(
                            RealRun.wan(commands, path),
                            List.of(RealRun.ends(commands, path, timeS)),
                            2L * timeS + BESIDES_S);
            FlowResult flow = FlowJson.parse(FlowKind.URDMA, run.clients().getFirst());
            return new ComparedResult(
                    path,
                    simulatedBps,
                    flow.goodputBps(),
                    again,
                    again(path, flow),
                    run.path(),
                    "");
        } catch (IOException e) {
            return failed(path, simulatedBps, again, String.valueOf(e.getMessage()));
        }
    }

    /** What was sent is about what arrived and what was sent again. */
    private double again(ComparedPath path, FlowResult flow) {
        double arrived = flow.goodputBps() / Byte.SIZE * timeS / path.payload();
        return flow.retransmits() / (arrived + flow.retransmits());
    }

    private static ComparedResult failed(
            ComparedPath path, double simulatedBps, double again, String why) {
        return new ComparedResult(
                path, simulatedBps, Double.NaN, again, Double.NaN, PathResult.UNKNOWN, why);
    }
}
