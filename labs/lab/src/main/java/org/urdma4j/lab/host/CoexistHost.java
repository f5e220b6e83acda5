package org.urdma4j.lab.host;

import org.urdma4j.gateway.process.Subprocess;
import org.urdma4j.lab.FlowKind;
import org.urdma4j.lab.coexist.CoexistCell;
import org.urdma4j.lab.coexist.CoexistPlan;
import org.urdma4j.lab.coexist.CoexistResult;
import org.urdma4j.lab.coexist.CoexistTrace;
import org.urdma4j.lab.coexist.Coexistence;
import org.urdma4j.lab.coexist.FlowTrace;
import org.urdma4j.lab.coexist.TraceJson;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Runs the cells of a plan in the lab's namespaces: who is first, then the others beside it. */
public final class CoexistHost implements Coexistence.Bench {
    private static final long SERVER_READY_S = 30;
    private static final long BEGIN_S = 30;

    private final LabHost lab;
    private final CoexistPlan plan;
    private final CoexistCommands commands;

    /** Uses the namespaces of {@code lab}, which stays open. */
    public CoexistHost(LabHost lab, CoexistPlan plan, Commands commands) {
        this.lab = lab;
        this.plan = plan;
        this.commands = new CoexistCommands(commands, plan);
    }

    @Override
    public boolean over() {
        return lab.over();
    }

    @Override
    public CoexistResult run(CoexistCell cell) throws IOException, InterruptedException {
        List<String> wan = new ArrayList<>(commands.wan(cell));
        wan.addAll(List.of("--between", lab.namespaces().sender(), lab.namespaces().receiver()));
        List<Ends> flows = new ArrayList<>(List.of(commands.ours(cell)));
        flows.addAll(commands.rivals(cell));
        try (Children children = new Children()) {
            List<Subprocess> servers = new ArrayList<>();
            for (Ends flow : flows) { // their JVMs start while the path is set up
                servers.add(children.start(flow, true));
            }
            try (WatchedPath path = new WatchedPath(lab.host(), wan)) {
                for (Subprocess server : servers) {
                    server.awaitLine(_ -> true, SERVER_READY_S);
                }
                List<FlowTrace> traces = run(cell, flows, children, path);
                WatchedPath.Said said = path.stop();
                CoexistTrace trace =
                        new CoexistTrace(
                                traces.getFirst(),
                                traces.subList(1, traces.size()),
                                TraceJson.path(said.lines(), cell.rateBps()));
                return CoexistResult.of(plan, cell, trace, said.result());
            }
        }
    }

    private List<FlowTrace> run(
            CoexistCell cell, List<Ends> flows, Children children, WatchedPath path)
            throws IOException, InterruptedException {
        long timeoutS = plan.oursS(cell) + BEGIN_S;
        FlowTrace[] traces = new FlowTrace[flows.size()];
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletionService<Integer> ends = new ExecutorCompletionService<>(threads);
            try {
                for (boolean first : new boolean[] {true, false}) {
                    if (!first) {
                        path.awaitData(BEGIN_S);
                        TimeUnit.SECONDS.sleep(CoexistPlan.ALONE_S);
                    }
                    for (int i = 0; i < traces.length; i++) {
                        if ((i == 0) == (cell.oursFirst() == first)) {
                            int flow = i;
                            Subprocess client = children.start(flows.get(i), false);
                            ends.submit(() -> {
                                FlowKind kind = new FlowKind(flows.get(flow).name());
                                String text = client.output(timeoutS);
                                long endedMs = RunClock.nowMs();
                                traces[flow] = TraceJson.flow(kind, text, path.zeroMs(), endedMs);
                                return flow;
                            });
                        }
                    }
                }
                for (int i = 0; i < traces.length; i++) {
                    ends.take().get(); // whoever fails ends it at once
                }
            } catch (ExecutionException e) {
                throw e.getCause() instanceof IOException why ? why : new IOException(e.getCause());
            } finally {
                children.close();
                threads.shutdownNow();
            }
        }
        return List.of(traces);
    }

    /** The processes of the flows, none of which outlives a run. */
    private final class Children implements AutoCloseable {
        private final List<Subprocess> all = new ArrayList<>();

        Subprocess start(Ends flow, boolean server) throws IOException {
            Subprocess child =
                    lab.start(
                            flow.clientReceives() == server,
                            flow.name() + (server ? " server" : " client"),
                            server ? flow.server() : flow.client());
            all.add(child);
            return child;
        }

        @Override
        public void close() {
            all.forEach(lab.host()::release);
            all.clear();
        }
    }
}
