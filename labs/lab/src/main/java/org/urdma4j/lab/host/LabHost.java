package org.urdma4j.lab.host;

import org.urdma4j.gateway.process.Subprocess;
import org.urdma4j.lab.PathResult;
import org.urdma4j.lab.cpu.CpuRecorder;
import org.urdma4j.lab.cpu.CpuTrace;
import org.urdma4j.lab.cpu.MachineLoad;
import org.urdma4j.measure.rail.RailEvent;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Two namespaces of this machine and the processes in them. Whatever happens, Ctrl-C included,
 * {@link #close} or the end of the JVM takes away processes and namespaces.
 */
public final class LabHost implements AutoCloseable {
    private static final long SERVER_READY_S = 30;
    private static final long LAST_WORDS_S = 5;

    private final Host host = new Host();
    private final CountDownLatch left = new CountDownLatch(1);
    private final Thread hook = new Thread(this::tearDown, "lab-teardown");
    private Namespaces namespaces;
    private boolean measuresCpu;

    private LabHost() {}

    /**
     * Makes the namespaces.
     *
     * @throws IOException if this machine can't do it; the message says what is missing
     */
    public static LabHost open() throws IOException, InterruptedException {
        return open("./urdma lab");
    }

    /**
     * Makes the namespaces.
     *
     * @param command what root is to be had for, for a message
     * @throws IOException if this machine can't do it; the message says what is missing
     */
    public static LabHost open(String command) throws IOException, InterruptedException {
        requireRoot(command);
        LabHost lab = new LabHost();
        Runtime.getRuntime().addShutdownHook(lab.hook);
        try {
            lab.namespaces = Namespaces.make(lab.host);
            return lab;
        } catch (IOException | RuntimeException | InterruptedException e) {
            lab.close();
            throw e;
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

    private static void requireRoot(String command) throws IOException {
        Object user = Files.getAttribute(java.nio.file.Path.of("/proc/self"), "unix:uid");
        if (!user.equals(0)) {
            throw new IOException(
                    "the lab makes network namespaces, for which it needs root: sudo " + command);
        }
    }

    /** Returns whether nothing can be run any more, as the user has ended the lab. */
    public boolean over() {
        return host.isClosed();
    }

    /**
     * Has each run from now on say how busy the machine was.
     *
     * @throws IOException if this machine can't tell; the message says why
     */
    public void measureCpu() throws IOException, InterruptedException {
        MachineLoad.watch().close();
        measuresCpu = true;
    }

    Namespaces namespaces() {
        return namespaces;
    }

    Host host() {
        return host;
    }

    /**
     * Runs flows at the same time over the path of {@code urdma wan}.
     *
     * @param wan its command line, but for {@code --between}
     * @param timeoutS what the clients may take
     * @throws IOException if a process fails, or is too slow
     */
    public HostRun run(List<String> wan, List<Ends> flows, long timeoutS)
            throws IOException, InterruptedException {
        List<String> between = new ArrayList<>(wan);
        between.addAll(List.of("--between", namespaces.sender(), namespaces.receiver()));
        return run(new EmulatedPath(host, between), flows, timeoutS);
    }

    /**
     * Runs flows at the same time over several paths of {@code urdma wan}.
     *
     * @param wans the command line of each, but for {@code --between}
     * @param events which of them die and come back
     * @param timeoutS what the clients may take
     * @throws IOException if a process fails, or is too slow
     */
    HostRun run(List<List<String>> wans, List<RailEvent> events, List<Ends> flows, long timeoutS)
            throws IOException, InterruptedException {
        List<List<String>> between = new ArrayList<>();
        for (List<String> wan : wans) {
            List<String> command = new ArrayList<>(wan);
            command.addAll(List.of("--between", namespaces.sender(), namespaces.receiver()));
            between.add(command);
        }
        return run(new RailsPath(host, between, events), flows, timeoutS);
    }

    /**
     * Runs a flow over a new pair of veth devices: as fast, short and clean as the kernel makes it.
     *
     * @param timeoutS what the client may take
     * @throws IOException if a process fails, or is too slow
     */
    public HostRun runOverVeth(int mtu, Ends flow, long timeoutS)
            throws IOException, InterruptedException {
        return run(new VethPath(namespaces, mtu), List.of(flow), timeoutS);
    }

    HostRun run(LabPath path, List<Ends> flows, long timeoutS)
            throws IOException, InterruptedException {
        List<Subprocess> children = new ArrayList<>();
        List<String> outputs = new ArrayList<>();
        CpuTrace cpu = CpuTrace.NONE;
        CpuRecorder recorder = null;
        PathResult condition;
        try {
            for (Ends flow : flows) { // their JVMs start while the path is set up
                children.add(start(flow.clientReceives(), flow.name() + " server", flow.server()));
            }
            path.open();
            recorder = measuresCpu ? new CpuRecorder(MachineLoad.watch(), path::cpuNs) : null;
            for (Subprocess server : children) {
                server.awaitLine(_ -> true, SERVER_READY_S);
            }
            List<Subprocess> clients = new ArrayList<>();
            for (Ends flow : flows) {
                clients.add(start(!flow.clientReceives(), flow.name() + " client", flow.client()));
            }
            children.addAll(clients);
            for (Subprocess client : clients) {
                outputs.add(client.output(timeoutS));
            }
            if (recorder != null) {
                cpu = recorder.finish();
            }
        } finally {
            if (recorder != null) {
                recorder.close();
            }
            children.forEach(host::release);
            condition = path.close();
        }
        return new HostRun(outputs, condition, cpu);
    }

    /** Starts an end of a flow, at the sender's end of the path or at the receiver's. */
    Subprocess start(boolean sends, String name, List<String> command) throws IOException {
        return host.startIn(sends ? namespaces.sender() : namespaces.receiver(), name, command);
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
