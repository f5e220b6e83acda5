package org.urdma4j.tools.copy;

import org.urdma4j.copy.rdma.CopyDevice;
import org.urdma4j.copy.rdma.RdmaListener;
import org.urdma4j.copy.serve.CopyServer;
import org.urdma4j.copy.serve.ServeListener;
import org.urdma4j.copy.serve.ServeOptions;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.wire.Listener;
import org.urdma4j.metrics.MetricsServer;
import org.urdma4j.protection.association.listener.KeyListener;
import org.urdma4j.simulation.units.Units;
import org.urdma4j.tools.backend.DeviceArguments;
import org.urdma4j.tools.backend.ProtectArguments;
import org.urdma4j.tools.copy.ssh.Exchange;
import org.urdma4j.tools.copy.ssh.ServeOnce;
import org.urdma4j.tools.copy.ssh.StdioServer;
import org.urdma4j.tools.peer.ListenAddress;
import org.urdma4j.tools.peer.MetricsOption;
import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.tools.terminal.PathArgument;
import org.urdma4j.tools.terminal.RawArguments;
import org.urdma4j.tools.terminal.StandardOutput;
import org.urdma4j.verbs.Context;

import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;

/** {@code urdma serve}: a folder for {@code urdma copy}. */
@Command(
        name = "serve",
        description = {
            "Serve a folder to `urdma copy`, until Ctrl-C.",
            "Nothing outside it is read or written. UDP port 4791 must be open, and with --protect"
                    + " TCP port 4791."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:with --once, the copy has ended",
            "1:it could not",
            "2:called wrongly",
            "130:it served until Ctrl-C"
        })
public final class ServeCommand implements Callable<Integer> {
    private static final int MOST_CONNECTIONS = 1024;

    @Parameters(paramLabel = "DIR", arity = "0..1", description = "The folder.")
    private String folder;

    @Option(
            names = "--once",
            description = "End when all connections of the first copy have ended, with status 0.")
    private boolean once;

    @Option(
            names = "--stdio",
            description =
                    "What `urdma copy --ssh` starts: serves once the folder that it names, at a"
                            + " port and with a key that they agree on by standard input and"
                            + " output, and ends with its input.")
    private boolean stdio;

    @Option(names = "--read-only", description = "Let nobody write.")
    private boolean readOnly;

    @Option(
            names = "--super",
            description =
                    "Run by root: set owners, groups, set-user-ID and root's attributes where a"
                            + " client keeps them. Whoever may write here can become root here"
                            + " then.")
    private boolean superUser;

    @Option(
            names = "--listen",
            paramLabel = "ADDR[:PORT]",
            description = {
                "Address of this machine and port, UDP and with --protect TCP; default 127.0.0.1:4791.",
                "Another machine reaches an address beyond loopback only."
            })
    private String listen;

    @Option(
            names = "--insecure",
            description = {
                "Serve without keys to whoever asks: beyond loopback to other machines, on loopback"
                        + " to all users of this one. Otherwise that takes its own user and root"
                        + " alone."
            })
    private boolean insecure;

    @Mixin private MetricsOption metrics;

    @Mixin private SendingArguments sending;

    @Mixin private DeviceArguments device;

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            description =
                    "Of all clients together, 1 to 1024; default 16. Each has a ring of 64 KiB to"
                            + " 64 MiB each way, by what its path takes.")
    private int connections = ServeOptions.DEFAULT.connections();

    @Option(
            names = "--max-per-peer",
            paramLabel = "N",
            description =
                    "Of one address, 1 to 1024; default half of them. All programs of this machine"
                            + " are one.")
    private Integer perPeer;

    @Option(
            names = "--idle",
            paramLabel = "TIME",
            description = {
                "Drop who says nothing for so long; default 60s. Who only says that it is there"
                        + " stays 30 times as long, or until another needs its place."
            })
    private String idle = "60s";

    @Option(
            names = {"-J", "--json"},
            description = "Print a JSON object a line: ready, connected, refused, ended.")
    private boolean json;

    @ArgGroup(validate = false, heading = "%nSealed packets:%n")
    private ProtectArguments protect = new ProtectArguments();

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ListenAddress where;
        ServeOptions options;
        try {
            checkFolder();
            where = ListenAddress.parse(listen == null ? "127.0.0.1" : listen, CopyDevice.PORT);
            metrics.check();
            protect.check(spec.commandLine().getErr());
            device.checkNone(stdio, "--stdio");
            device.checkNone(protect.isGiven(), "--protect");
            device.checkNone(sending.isGiven(), SendingArguments.ALL);
            device.checkNone(metrics.isGiven(), "--metrics");
            device.checkServer(listen, insecure);
            if (connections < 1 || connections > MOST_CONNECTIONS) {
                throw new IllegalArgumentException(
                        "--max-connections is %d, must be 1 to 1024".formatted(connections));
            }
            sending.check();
            options = options();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        if (stdio) {
            return new StdioServer(
                            System.in,
                            StandardOutput.ofProcess().channel(),
                            System.getenv("SSH_CONNECTION"),
                            System.getenv("HOME"),
                            sending.tuning(),
                            sending.paths())
                    .run(this::send);
        }
        InetAddress address = where.resolve();
        if (!address.isLoopbackAddress() && !protect.isGiven() && !insecure) {
            throw new ParameterException(
                    spec.commandLine(),
                    "serving beyond loopback needs keys: --protect psk:FILE (made by `urdma key"
                            + " psk`), or --insecure to serve whoever asks");
        }
        ServeOutput output =
                new ServeOutput(spec.commandLine().getOut(), spec.commandLine().getErr(), json);
        ServeOnce ends = new ServeOnce(output);
        ServeListener told = once ? ends : output;
        try (Root root = Root.open(RawArguments.bytes(folder));
                Context context = open(address, where.port());
                Listener listener = listen(context, address, where.port(), output);
                MetricsServer _ = metrics.start(context);
                CopyServer server = CopyServer.start(listener, root, options, told);
                Interrupt interrupt = new Interrupt()) {
            if (once) {
                ends.ends(server);
            }
            output.ready(RawArguments.bytes(folder), where.shown(address), readOnly);
            server.await();
            return interrupt.happened() ? Interrupt.STATUS : ExitCode.OK;
        }
    }

    private Context open(InetAddress address, int port) throws IOException {
        return device.isRdma()
                ? device.open(address)
                : CopyDevice.open(
                        "copy",
                        address,
                        port,
                        port,
                        protect.protection(),
                        KeyListener.OWN,
                        sending.paths());
    }

    /** Does what `urdma copy` does, from here to where another far end serves. */
    private int send(Exchange.Send request) {
        CommandLine own = spec.commandLine();
        String[] arguments =
                request.arguments().stream()
                        .map(each -> RawArguments.text(ByteBuffer.wrap(each.toBytes())))
                        .toArray(String[]::new);
        return new CommandLine(new CopyCommand(request))
                .setExpandAtFiles(false)
                .registerConverter(Path.class, new PathArgument())
                .setParameterExceptionHandler(own.getParameterExceptionHandler())
                .setExecutionExceptionHandler(own.getExecutionExceptionHandler())
                .setOut(own.getOut())
                .setErr(own.getErr())
                .execute(arguments);
    }

    private void checkFolder() {
        if (stdio && (folder != null || json)) {
            throw new IllegalArgumentException("--stdio has no DIR and no --json");
        }
        if (!stdio && folder == null) {
            throw new IllegalArgumentException("DIR is missing, the folder");
        }
    }

    private Listener listen(Context context, InetAddress address, int port, ServeListener told)
            throws IOException {
        Listener all = RdmaListener.listen(context, sending.tuning(), told::onRefused);
        boolean own = address.isLoopbackAddress() && !protect.isGiven() && !insecure;
        return own ? new LocalUsers(all, port) : all;
    }

    private ServeOptions options() {
        ServeOptions usual =
                new ServeOptions(readOnly, connections, idleTime()).withPrivileged(superUser);
        if (perPeer == null) {
            return usual;
        }
        if (perPeer < 1 || perPeer > MOST_CONNECTIONS) {
            throw new IllegalArgumentException(
                    "--max-per-peer is %d, must be 1 to 1024".formatted(perPeer));
        }
        return usual.withPerPeer(perPeer);
    }

    private Duration idleTime() {
        long ns;
        try {
            ns = Units.timeNs(idle);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--idle: " + e.getMessage(), e);
        }
        if (ns < Duration.ofSeconds(1).toNanos()) {
            throw new IllegalArgumentException("--idle must be 1 s or more");
        }
        return Duration.ofNanos(ns);
    }
}
