package org.urdma4j.transport.port.raw;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Two network namespaces without names, joined by a pair of virtual interfaces: each belongs to a
 * thread, and is gone with it and with what was opened there. Skips the test where none can be
 * made.
 */
public final class VethPair implements AutoCloseable {
    private static final int CLONE_NEWNET = 0x4000_0000;

    private final ExecutorService one = Executors.newSingleThreadExecutor(VethPair::daemon);
    private final ExecutorService other = Executors.newSingleThreadExecutor(VethPair::daemon);

    private static Thread daemon(Runnable task) {
        return Thread.ofPlatform().daemon().name("namespace").unstarted(task);
    }

    /** Makes them, with 10.99.0.1 and .2, and fd99::1 and ::2. */
    public static VethPair make(int mtu) throws Exception {
        VethPair pair = new VethPair();
        try {
            pair.enter(pair.one);
            long there = pair.enter(pair.other);
            pair.first(
                    "ip link add eth0 mtu %d type veth peer name eth0 mtu %d netns %d"
                            .formatted(mtu, mtu, there));
            pair.first(
                    "ip addr add 10.99.0.1/24 dev eth0 && ip addr add fd99::1/64 dev eth0 nodad");
            pair.second(
                    "ip addr add 10.99.0.2/24 dev eth0 && ip addr add fd99::2/64 dev eth0 nodad");
            pair.first("ip link set lo up && ip link set eth0 up");
            pair.second("ip link set lo up && ip link set eth0 up");
            return pair;
        } catch (IOException e) {
            pair.close();
            System.out.println("Skipped: " + e.getMessage());
            return abort(e.getMessage());
        }
    }

    /** Leaves all namespaces; returns the number of the thread. */
    private long enter(ExecutorService thread) throws Exception {
        return in(
                thread,
                () -> {
                    if (unshare() != 0) {
                        throw new IOException("no network namespace can be made: not root");
                    }
                    String self =
                            java.nio.file.Path.of("/proc/thread-self")
                                    .toRealPath()
                                    .getFileName()
                                    .toString();
                    return Long.parseLong(self);
                });
    }

    @SuppressWarnings("restricted")
    private static int unshare() throws IOException {
        Linker linker = Linker.nativeLinker();
        MethodHandle call =
                linker.downcallHandle(
                        linker.defaultLookup().findOrThrow("unshare"),
                        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        try {
            return (int) call.invokeExact(CLONE_NEWNET);
        } catch (Throwable e) {
            throw new IOException("unshare can't be called", e);
        }
    }

    private static <T> T in(ExecutorService thread, Callable<T> work) throws Exception {
        try {
            return thread.submit(work).get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }

    private static String run(String script) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", script).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(script + ": " + said.strip());
        }
        return said;
    }

    /** Runs a script at the first end; returns what it printed. */
    public String first(String script) throws Exception {
        return first(() -> run(script));
    }

    /** Runs a script at the second end. */
    public String second(String script) throws Exception {
        return second(() -> run(script));
    }

    /** Does something at the first end. */
    public <T> T first(Callable<T> work) throws Exception {
        return in(one, work);
    }

    /** Does something at the second end. */
    public <T> T second(Callable<T> work) throws Exception {
        return in(other, work);
    }

    /** Returns an end's address. */
    public static InetAddress address(boolean ipv4, int end) {
        return InetAddress.ofLiteral((ipv4 ? "10.99.0." : "fd99::") + end);
    }

    @Override
    public void close() {
        one.shutdownNow();
        other.shutdownNow();
    }
}
