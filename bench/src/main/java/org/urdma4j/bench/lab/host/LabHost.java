package org.urdma4j.bench.lab.host;

import org.urdma4j.bench.lab.FlowKind;
import org.urdma4j.bench.lab.FlowResult;
import org.urdma4j.bench.lab.LabCell;
import org.urdma4j.bench.lab.LabPlan;
import org.urdma4j.bench.lab.PathResult;
import org.urdma4j.bench.lab.RunJson;
import org.urdma4j.bench.lab.Trial;
import org.urdma4j.bench.lab.TrialResult;
import org.urdma4j.bench.lab.Trials;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Runs trials in two namespaces of this machine. Whatever happens, Ctrl-C included, {@link #close}
 * or the end of the JVM takes away processes and namespaces.
 */
public final class LabHost implements Trials.Bench, AutoCloseable {
    private static final long SERVER_READY_S = 30;
    private static final long BESIDES_S = 30;
    private static final long LAST_WORDS_S = 5;

    private final Host host = new Host();
    private final CountDownLatch left = new CountDownLatch(1);
    private final Thread hook = new Thread(this::tearDown, "lab-teardown");
    private final LabPlan plan;
    private final Commands commands;
    private Namespaces namespaces;
    private Path path;

    private LabHost(LabPlan plan, Commands commands) {
        this.plan = plan;
        this.commands = commands;
    }

    /**
     * Makes the namespaces.
     *
     * @param netem whether the kernel's netem makes the path, in place of {@code urdma wan}
     * @throws IOException if this machine can't do it; the message says what is missing
     */
    public static LabHost open(LabPlan plan, Commands commands, boolean netem)
            throws IOException, InterruptedException {
        requireRoot();
        LabHost lab = new LabHost(plan, commands);
        Runtime.getRuntime().addShutdownHook(lab.hook);
        try {
            lab.namespaces = Namespaces.make(lab.host);
            if (netem) {
                NetemPath.require(lab.namespaces);
                lab.path = new NetemPath(lab.namespaces);
            } else {
                lab.path = new WanPath(lab.host, commands, lab.namespaces);
            }
            return lab;
        } catch (IOException | RuntimeException | InterruptedException e) {
            lab.close();
            throw e;
        }
    }

    /**
     * Makes sure that netem has the losses of a plan.
     *
     * @throws IllegalArgumentException if not
     */
    public static void requireNetemLosses(LabPlan plan) {
        for (LabCell cell : plan.cells()) {
            NetemPath.netem("", cell, cell.loss());
        }
    }

    /** At the end of the JVM; whoever uses the lab gets a moment to say what was measured. */
    private void tearDown() {
        host.close();
        try {
            var _ = left.await(LAST_WORDS_S, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean over() {
        return host.isClosed();
    }

    private static void requireRoot() throws IOException {
        Object user = Files.getAttribute(java.nio.file.Path.of("/proc/self"), "unix:uid");
        if (!user.equals(0)) {
            throw new IOException(
                    "the lab makes network namespaces, for which it needs root: sudo ./urdma lab");
        }
    }

    @Override
    public TrialResult run(Trial trial) throws IOException, InterruptedException {
        List<Child> children = new ArrayList<>();
        List<FlowResult> flows;
        PathResult condition;
        try {
            startServers(trial, children); // their JVMs start while the path is set up
            path.open(trial.cell(), trial.repeat() + 1L);
            for (Child server : children) {
                server.awaitLine(_ -> true, SERVER_READY_S);
            }
            flows = flows(trial, children);
        } finally {
            children.forEach(host::release);
            condition = path.close();
        }
        return TrialResult.of(trial, flows, condition);
    }

    private void startServers(Trial trial, List<Child> children) throws IOException {
        List<FlowKind> kinds = trial.mix().flows();
        for (int i = 0; i < kinds.size(); i++) {
            children.add(
                    host.startIn(
                            namespaces.receiver(),
                            kinds.get(i).name() + " server",
                            commands.server(i)));
        }
    }

    private List<FlowResult> flows(Trial trial, List<Child> children)
            throws IOException, InterruptedException {
        List<FlowKind> kinds = trial.mix().flows();
        List<Child> clients = new ArrayList<>();
        for (int i = 0; i < kinds.size(); i++) {
            FlowKind kind = kinds.get(i);
            Child client =
                    host.startIn(
                            namespaces.sender(),
                            kind.name() + " client",
                            commands.client(plan, trial.cell(), kind, i));
            children.add(client);
            clients.add(client);
        }
        List<FlowResult> flows = new ArrayList<>();
        for (int i = 0; i < kinds.size(); i++) {
            String text = clients.get(i).output(plan.omitS() + plan.timeS() + BESIDES_S);
            flows.add(RunJson.parse(kinds.get(i), text));
        }
        return flows;
    }

    /** Kills what runs and deletes the namespaces. */
    @Override
    public void close() {
        host.close();
        left.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // it is running
        }
    }
}
