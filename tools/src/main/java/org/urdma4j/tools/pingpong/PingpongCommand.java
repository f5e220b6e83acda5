package org.urdma4j.tools.pingpong;

import org.urdma4j.tools.backend.BackendArguments;
import org.urdma4j.tools.terminal.ArgumentCheck;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpType;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;

/** {@code urdma pingpong}: waits for a client, or plays with a server. */
@Command(
        name = "pingpong",
        sortOptions = false,
        description = {
            "Send messages to and fro, as ibv_rc_pingpong and its kind do.",
            "Without HOST wait for a client, with HOST be the client.",
            "The other end may be ibv_rc_pingpong, ibv_uc_pingpong or ibv_ud_pingpong of rdma-core,"
                    + " started with -g. Size, count and kind must be the same at both ends."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:all messages came back", "1:they did not", "2:called wrongly"})
public final class PingpongCommand implements Callable<Integer> {
    private static final int UD_SIZE = 1024;
    private static final int SIZE = 4096;

    @Parameters(arity = "0..1", paramLabel = "HOST", description = "Name or address of the server.")
    private String host;

    @Option(names = "--qp", paramLabel = "TYPE", description = "rc, uc or ud; default rc.")
    private String qp = "rc";

    @Option(
            names = {"-p", "--port"},
            paramLabel = "PORT",
            description = "TCP port on which addresses are exchanged; default 18515.")
    private int port = 18_515;

    @Option(
            names = {"-s", "--size"},
            paramLabel = "BYTES",
            description = "Bytes of a message; default 4096, of ud 1024.")
    private Integer size;

    @Option(
            names = {"-n", "--iters"},
            paramLabel = "COUNT",
            description = "Messages each way; default 1000.")
    private long iterations = 1000;

    @Option(
            names = {"-m", "--mtu"},
            paramLabel = "BYTES",
            description = "Path MTU of rc and uc: 256, 512, 1024, 2048 or 4096; default 1024.")
    private int mtu = 1024;

    @Option(
            names = {"-r", "--rx-depth"},
            paramLabel = "COUNT",
            description = "Receives posted at a time; default 500.")
    private int depth = 500;

    @Option(
            names = {"-l", "--sl"},
            paramLabel = "LEVEL",
            description = "Service level, 0 to 15; default 0.")
    private int serviceLevel;

    @Option(
            names = {"-g", "--gid-idx"},
            paramLabel = "INDEX",
            description = "Entry of the device's GID table; by default that of --roce.")
    private Integer gidIndex;

    @Option(
            names = {"-e", "--events"},
            description = "Sleep until a message comes, instead of looking for it all the time.")
    private boolean events;

    @Option(
            names = {"-t", "--timeout"},
            paramLabel = "SECONDS",
            description = "Give up when no message comes for so long; default 10.")
    private int patience = 10;

    @Option(
            names = {"-B", "--bind"},
            paramLabel = "ADDR",
            description = "Address of this machine to use; by default the one that the peer sees.")
    private String bind;

    @Mixin private BackendArguments backend;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PingpongSettings settings = settings();
        InetAddress local = bind == null ? null : InetAddress.getByName(bind);
        PrintWriter out = spec.commandLine().getOut();
        try (Rendezvous meeting =
                        host == null
                                ? Rendezvous.accept(local, port)
                                : Rendezvous.connect(host, local, port);
                Context context = backend.open(meeting.local(), spec);
                PingpongEnd end =
                        new PingpongEnd(
                                settings,
                                context,
                                gidIndex(context, meeting.local()),
                                new SplittableRandom())) {
            long tookNs = host == null ? serve(meeting, end, out) : visit(meeting, end, out);
            print(out, settings, tookNs / 1e9);
        }
        return ExitCode.OK;
    }

    private static long visit(Rendezvous meeting, PingpongEnd end, PrintWriter out)
            throws IOException, InterruptedException {
        meeting.tell(end.own());
        Destination peer = meeting.hear();
        print(out, end.own(), peer);
        end.connect(peer);
        meeting.tellDone();
        return end.play(true);
    }

    private static long serve(Rendezvous meeting, PingpongEnd end, PrintWriter out)
            throws IOException, InterruptedException {
        Destination peer = meeting.hear();
        print(out, end.own(), peer);
        end.connect(peer);
        meeting.tell(end.own());
        meeting.hearDone();
        return end.play(false);
    }

    private static void print(PrintWriter out, Destination own, Destination peer) {
        out.println("  local address:  " + own);
        out.println("  remote address: " + peer);
        out.flush();
    }

    private static void print(PrintWriter out, PingpongSettings settings, double seconds) {
        long bytes = 2L * settings.size() * settings.iterations();
        out.println(
                String.format(
                        Locale.ROOT,
                        "%d bytes in %.2f seconds = %.2f Mbit/sec",
                        bytes,
                        seconds,
                        bytes * 8.0 / seconds / 1e6));
        out.println(
                String.format(
                        Locale.ROOT,
                        "%d iters in %.2f seconds = %.2f usec/iter",
                        settings.iterations(),
                        seconds,
                        seconds * 1e6 / settings.iterations()));
        out.flush();
    }

    private int gidIndex(Context context, InetAddress local) {
        return gidIndex == null ? backend.gidIndex(context, local) : gidIndex;
    }

    private PingpongSettings settings() {
        ArgumentCheck check = new ArgumentCheck(spec);
        QpType type =
                switch (qp) {
                    case "rc" -> QpType.RC;
                    case "uc" -> QpType.UC;
                    case "ud" -> QpType.UD;
                    default -> throw check.wrong("--qp is rc, uc or ud, not \"%s\"".formatted(qp));
                };
        int bytes = size != null ? size : type == QpType.UD ? UD_SIZE : SIZE;
        check.port("--port", port);
        check.range("--size", bytes, 0, type == QpType.UD ? Mtu.MTU_4096.bytes() : 1 << 30);
        check.range("--iters", iterations, 1, Long.MAX_VALUE >> 32);
        check.range("--rx-depth", depth, 1, 1 << 20);
        check.range("--sl", serviceLevel, 0, 15);
        check.range("--timeout", patience, 1, 86_400);
        if (gidIndex != null) {
            check.range("--gid-idx", gidIndex, 0, 255);
        }
        return new PingpongSettings(
                type,
                bytes,
                iterations,
                check.pathMtu("--mtu", mtu),
                depth,
                serviceLevel,
                events,
                patience);
    }
}
