package org.urdma4j.tools.rping;

import org.urdma4j.endpoint.PassiveServer;
import org.urdma4j.tools.backend.BackendArguments;
import org.urdma4j.tools.terminal.ArgumentCheck;
import org.urdma4j.verbs.Context;

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
import java.util.concurrent.Callable;

/** {@code urdma ucmatose}: librdmacm's ucmatose. */
@Command(
        name = "ucmatose",
        sortOptions = false,
        description = {
            "Connect, send messages both ways, disconnect, as ucmatose does.",
            "The other end may be ucmatose of librdmacm (Debian: rdmacm-utils); its options are"
                    + " here. Without -s wait for a client. Connections, count and size must be"
                    + " the same at both ends."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:all messages came", "1:they did not", "2:called wrongly"})
public final class UcmatoseCommand implements Callable<Integer> {
    private static final int MOST_CONNECTIONS = 10_000;
    private static final int MOST_MESSAGES = 1 << 16;
    private static final int MOST_BYTES = 1 << 24;
    private static final Duration FOR_EVER = Duration.ofDays(10_000);

    @Option(names = "-s", paramLabel = "ADDR", description = "Be the client of this server.")
    private String server;

    @Option(
            names = "-b",
            paramLabel = "ADDR",
            description = "Own address; of a client, by default the one that leads to the server.")
    private String bind;

    @Option(names = "-c", paramLabel = "COUNT", description = "Connections; default 1.")
    private int connections = 1;

    @Option(
            names = "-C",
            paramLabel = "COUNT",
            description = "Messages each way over each connection; default 10.")
    private int messages = 10;

    @Option(names = "-S", paramLabel = "BYTES", description = "Size of a message; default 100.")
    private int size = 100;

    @Option(names = "-p", paramLabel = "PORT", description = "Port of the server; default 7471.")
    private int port = 7471;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "How long an end waits for the other; default 30.")
    private int timeout = 30;

    @Mixin private BackendArguments backend;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ArgumentCheck check = new ArgumentCheck(spec);
        check.range("-c", connections, 1, MOST_CONNECTIONS);
        check.range("-C", messages, 0, MOST_MESSAGES);
        check.range("-S", size, 0, MOST_BYTES);
        check.port("-p", port);
        check.range("--timeout", timeout, 1, 86_400);
        try (Ucmatose end = new Ucmatose(messages, size, Duration.ofSeconds(timeout))) {
            if (server == null) {
                serve(end);
            } else {
                visit(end);
            }
        }
        return ExitCode.OK;
    }

    private void visit(Ucmatose end) throws IOException, InterruptedException {
        InetSocketAddress there = new InetSocketAddress(LocalAddress.resolve(server), port);
        try (Context context =
                bind == null
                        ? LocalAddress.openTowards(
                                there.getAddress(), local -> backend.open(local, spec))
                        : LocalAddress.open(
                                LocalAddress.resolve(bind), local -> backend.open(local, spec))) {
            end.connect(context, there, connections);
            say("connected");
            transfer(end, false);
        }
    }

    private void serve(Ucmatose end) throws IOException, InterruptedException {
        String own = bind == null ? "0.0.0.0" : bind;
        try (Context context =
                        LocalAddress.open(
                                LocalAddress.resolve(own), local -> backend.open(local, spec));
                PassiveServer listener = PassiveServer.listen(context, port, end.options())) {
            end.accept(listener, connections, FOR_EVER);
            say("connected");
            transfer(end, true);
        }
    }

    private void transfer(Ucmatose end, boolean serving) throws InterruptedException {
        end.exchange(serving);
        say("data transfers complete");
        end.disconnect(serving);
        say("disconnected");
        say(
                "%d connections, %d messages of %d bytes each way over each"
                        .formatted(connections, messages, size));
    }

    private void say(String what) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(what);
        out.flush();
    }
}
