package org.urdma4j.tools.perftest;

import org.urdma4j.tools.backend.BackendArguments;
import org.urdma4j.tools.terminal.ArgumentCheck;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Mtu;

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
import java.util.SplittableRandom;
import java.util.concurrent.Callable;

/** {@code urdma perftest}: waits for a client, or measures what a server takes. */
@Command(
        name = "perftest",
        sortOptions = false,
        description = {
            "Measure bandwidth with perftest's programs at the other end.",
            "Without HOST wait for a client, with HOST be the client.",
            "The other end may be ib_write_bw, ib_read_bw or ib_send_bw of perftest 4.5, of a RoCE"
                    + " device. Operation, size and count must be the same at both ends."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:all messages were completed", "1:they were not", "2:called wrongly"})
public final class PerftestCommand implements Callable<Integer> {
    private static final String RULE = "-".repeat(87);

    @Parameters(arity = "0..1", paramLabel = "HOST", description = "Name or address of the server.")
    private String host;

    @Option(names = "--op", paramLabel = "OP", description = "write, read or send; default write.")
    private String op = "write";

    @Option(
            names = {"-p", "--port"},
            paramLabel = "PORT",
            description = "TCP port on which both ends talk; default 18515.")
    private int port = 18_515;

    @Option(
            names = {"-s", "--size"},
            paramLabel = "BYTES",
            description = "Bytes of a message; default 65536.")
    private int size = 65_536;

    @Option(
            names = {"-n", "--iters"},
            paramLabel = "COUNT",
            description = "Messages; default 5000.")
    private int iterations = 5000;

    @Option(
            names = {"-t", "--tx-depth"},
            paramLabel = "COUNT",
            description = "Requests posted at a time; default 128.")
    private int depth = 128;

    @Option(
            names = {"-m", "--mtu"},
            paramLabel = "BYTES",
            description = "Path MTU: 256 to 4096 by powers of two; default: what the link takes.")
    private Integer mtu;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "Give up when the peer is silent for so long; default 30.")
    private int patience = 30;

    @Option(
            names = {"-B", "--bind"},
            paramLabel = "ADDR",
            description = "Address of this machine to use; by default the one that the peer sees.")
    private String bind;

    @Mixin private BackendArguments backend;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ArgumentCheck check = new ArgumentCheck(spec);
        PerftestOp kind = checked(check);
        InetAddress local = bind == null ? null : InetAddress.getByName(bind);
        boolean client = host != null;
        try (Talk talk =
                        client
                                ? Talk.connect(host, local, port, patience)
                                : Talk.accept(local, port, patience);
                Context context = backend.open(talk.local(), spec)) {
            Mtu most = context.queryPort(1).activeMtu();
            PerftestSettings settings =
                    new PerftestSettings(
                            kind,
                            size,
                            iterations,
                            depth,
                            mtu == null ? most : check.pathMtu("--mtu", mtu),
                            patience);
            try (PerftestEnd end =
                    new PerftestEnd(
                            settings,
                            context,
                            backend.gidIndex(context, talk.local()),
                            new SplittableRandom())) {
                run(settings, talk, end, client);
            }
        }
        return ExitCode.OK;
    }

    private void run(PerftestSettings settings, Talk talk, PerftestEnd end, boolean client)
            throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PerftestOp kind = settings.op();
        Mtu path = talk.greet(settings.mtu());
        Destination peer = talk.meet(end.own());
        out.println(RULE);
        out.println("                    " + kind.title + " BW Test");
        out.println(" Connection type : RC");
        out.println(" Mtu             : %d[B]".formatted(path.bytes()));
        out.println(RULE);
        out.println(" local address: " + end.own().line(kind.reports));
        out.println(" remote address: " + peer.line(kind.reports));
        out.println(RULE);
        out.flush();
        checkOp(kind, peer);
        end.connect(peer, path, !client && kind == PerftestOp.SEND);
        for (int i = 0; i < kind.meetings; i++) {
            var _ = talk.meet(end.own());
        }
        long elapsedNs = 0;
        if (client) {
            elapsedNs = end.send(peer);
        } else if (kind == PerftestOp.SEND) {
            elapsedNs = end.receive();
        }
        var _ = talk.meet(end.own());
        Figures figures = Figures.of(settings, elapsedNs);
        if (kind.reports) {
            Figures heard = talk.swap(figures);
            if (!client) {
                checkSize(heard);
                figures = heard;
            }
            var _ = talk.meet(end.own());
        }
        out.println(
                " #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]  "
                        + " MsgRate[Mpps]");
        out.println(figures.line());
        out.println(RULE);
        out.flush();
        talk.leave();
    }

    /** Who reads says how much at a time; all others say one. */
    private static void checkOp(PerftestOp kind, Destination peer) throws IOException {
        if (peer.outstandingReads() > 1 && kind != PerftestOp.READ) {
            throw new IOException(
                    "the peer is there for READ and this end for %s; give both the same --op"
                            .formatted(kind));
        }
    }

    private void checkSize(Figures heard) throws IOException {
        if (heard.size() != size) {
            throw new IOException(
                    "the client's messages had %d bytes and not %d; give both ends the same --size"
                            .formatted(heard.size(), size));
        }
    }

    private PerftestOp checked(ArgumentCheck check) {
        check.port("--port", port);
        check.range("--size", size, 1, 1 << 30);
        check.range("--iters", iterations, 1, Integer.MAX_VALUE);
        check.range("--tx-depth", depth, 1, 1 << 14);
        check.range("--timeout", patience, 1, 86_400);
        if (mtu != null) {
            var _ = check.pathMtu("--mtu", mtu);
        }
        return switch (op) {
            case "write" -> PerftestOp.WRITE;
            case "read" -> PerftestOp.READ;
            case "send" -> PerftestOp.SEND;
            default -> throw check.wrong("--op is write, read or send, not \"%s\"".formatted(op));
        };
    }
}
