package org.urdma4j.tools.rping;

import org.urdma4j.endpoint.PassiveEndpoint;
import org.urdma4j.endpoint.PassiveServer;
import org.urdma4j.tools.backend.BackendArguments;
import org.urdma4j.tools.terminal.ArgumentCheck;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;

/** {@code urdma rping}: librdmacm's rping. */
@Command(
        name = "rping",
        sortOptions = false,
        description = {
            "Read and write a client's memory to and fro, as rping does.",
            "Connects through the connection manager.",
            "The other end may be rping of librdmacm (Debian: rdmacm-utils); its options are here."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:all pings were answered", "1:they were not", "2:called wrongly"})
public final class RpingCommand implements Callable<Integer> {
    private static final int MOST_CLIENTS = 64;
    private static final Duration FOR_EVER = Duration.ofDays(10_000);

    @Option(names = "-s", description = "Be the server: answer pings of one client.")
    private boolean server;

    @Option(names = "-c", description = "Be the client.")
    private boolean client;

    @Option(
            names = "-a",
            paramLabel = "ADDR",
            description = "The server's address; of the server, its own, which may be left out.")
    private String address;

    @Option(
            names = "-I",
            paramLabel = "ADDR",
            description = "The client's own address; by default the one that leads to the server.")
    private String source;

    @Option(names = "-p", paramLabel = "PORT", description = "Port of the server; default 7174.")
    private int port = 7174;

    @Option(names = "-C", paramLabel = "COUNT", description = "Pings; default 0, without end.")
    private int count;

    @Option(
            names = "-S",
            paramLabel = "BYTES",
            description = "Size of a ping, 26 to 65536; default 100.")
    private int size = 100;

    @Option(names = "-v", description = "Print each ping.")
    private boolean verbose;

    @Option(names = "-V", description = "Compare what comes back.")
    private boolean validate;

    @Option(names = "-P", description = "Answer up to 64 clients at a time, until killed.")
    private boolean persistent;

    @Option(names = "-d", description = "Print what goes on.")
    private boolean debug;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "How long an end waits for the other; default 30.")
    private int timeout = 30;

    /** The usual -V is taken by rping of librdmacm. */
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help message and exit.")
    @SuppressWarnings("unused") // picocli acts on it
    private boolean help;

    @Option(
            names = "--version",
            versionHelp = true,
            description = "Print version information and exit.")
    @SuppressWarnings("unused") // picocli acts on it
    private boolean version;

    @Mixin private BackendArguments backend;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        RpingSettings settings =
                new RpingSettings(count, size, verbose, validate, Duration.ofSeconds(timeout));
        return server ? serve(settings) : ping(settings);
    }

    private void check() {
        ArgumentCheck check = new ArgumentCheck(spec);
        if (server == client) {
            throw check.wrong("give either -s or -c");
        }
        if (client && address == null) {
            throw check.wrong("give the server's address with -a");
        }
        check.port("-p", port);
        check.range("-C", count, 0, Integer.MAX_VALUE);
        check.range("-S", size, PingText.LEAST, PingText.MOST);
        check.range("--timeout", timeout, 1, 86_400);
    }

    private int ping(RpingSettings settings) throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        InetSocketAddress there = new InetSocketAddress(LocalAddress.resolve(address), port);
        try (Context context =
                source == null
                        ? LocalAddress.openTowards(
                                there.getAddress(), local -> backend.open(local, spec))
                        : LocalAddress.open(
                                LocalAddress.resolve(source), local -> backend.open(local, spec))) {
            say("from " + context.device().name() + " to " + text(there));
            long beginNs = SystemClock.nowNs();
            int pings = new RpingClient(settings, out).run(context, there);
            double seconds = (SystemClock.nowNs() - beginNs) / 1e9;
            out.println(
                    String.format(
                            Locale.ROOT,
                            "%d pings of %d bytes in %.2f seconds",
                            pings,
                            size,
                            seconds));
            out.flush();
        }
        return ExitCode.OK;
    }

    private int serve(RpingSettings settings) throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        String own = address == null ? "0.0.0.0" : address;
        try (Context context =
                        LocalAddress.open(
                                LocalAddress.resolve(own), local -> backend.open(local, spec));
                PassiveServer listener =
                        PassiveServer.listen(context, port, RpingBuffers.options(settings))) {
            say("listening at " + text(listener.address()));
            if (persistent) {
                serveAll(listener, out);
            }
            serveOne(accept(listener), out);
        }
        return ExitCode.OK;
    }

    private static PassiveEndpoint accept(PassiveServer listener) throws InterruptedException {
        return listener.accept(FOR_EVER, RpingBuffers::attach);
    }

    /** Each client has a thread, so that one that was killed keeps nobody waiting. */
    private void serveAll(PassiveServer listener, PrintWriter out) throws InterruptedException {
        Semaphore room = new Semaphore(MOST_CLIENTS);
        while (true) {
            room.acquire();
            try {
                PassiveEndpoint endpoint = accept(listener);
                Thread.startVirtualThread(() -> {
                    try {
                        serveOne(endpoint, out);
                    } catch (IOException | VerbsException e) {
                        tell(e);
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    } finally {
                        room.release();
                    }
                });
            } catch (VerbsException e) {
                if (e.errno() == Errno.ENODEV) {
                    throw e;
                }
                room.release();
                tell(e);
            }
        }
    }

    private void serveOne(PassiveEndpoint accepted, PrintWriter out)
            throws IOException, InterruptedException {
        try (PassiveEndpoint endpoint = accepted) {
            say("connected with " + text(endpoint.id().peerAddr()));
            int pings = new RpingServer(verbose, out).serve(endpoint, RpingBuffers.of(endpoint));
            out.println(pings + " pings answered");
            out.flush();
        }
    }

    private void tell(Exception e) {
        spec.commandLine().getErr().println("urdma: " + e.getMessage());
    }

    private static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + " port " + address.getPort();
    }

    private void say(String what) {
        if (debug) {
            PrintWriter out = spec.commandLine().getOut();
            out.println(what);
            out.flush();
        }
    }
}
