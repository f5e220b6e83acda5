package org.urdma4j.tools.forward;

import org.urdma4j.channel.ChannelOptions;
import org.urdma4j.copy.rdma.CopyDevice;
import org.urdma4j.copy.rdma.CopyPaths;
import org.urdma4j.forward.entry.Greeting;
import org.urdma4j.forward.entry.Socks5Greeting;
import org.urdma4j.forward.exit.ExitOptions;
import org.urdma4j.forward.message.OpenRequest;
import org.urdma4j.protection.association.listener.KeyListener;
import org.urdma4j.simulation.units.Units;
import org.urdma4j.tools.backend.DeviceArguments;
import org.urdma4j.tools.backend.ProtectArguments;
import org.urdma4j.tools.peer.Addresses;
import org.urdma4j.tools.peer.ClientDevice;
import org.urdma4j.tools.peer.ListenAddress;
import org.urdma4j.tools.peer.MetricsOption;
import org.urdma4j.tools.peer.UdpClientDevice;
import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.verbs.Context;

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
import java.net.SocketAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** {@code urdma forward}: TCP in, URDMA across, TCP out. */
@Command(
        name = "forward",
        description = {
            "Carry TCP connections of any program over a long or lossy path.",
            "One end takes them: `urdma forward 5432 host-b:127.0.0.1:5432`, as `ssh -L`. The other,"
                    + " the exit, connects to the targets: `urdma forward --exit --listen ADDR"
                    + " --allow 127.0.0.1:5432`. Both run until Ctrl-C."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"1:it could not", "2:called wrongly", "130:it ran until Ctrl-C"})
public final class ForwardCommand implements Callable<Integer> {
    private static final int MOST_PORT = 0xffff;

    @Parameters(
            arity = "0..2",
            paramLabel = "[LISTEN] HOST:[TARGET:]PORT",
            description = {
                "LISTEN is [ADDR:]PORT, where programs of this machine connect to; 127.0.0.1 unless"
                        + " another address is given, port 0 for any that is free.",
                "HOST is where the exit runs; TARGET and PORT are what it connects to, a name is"
                        + " looked up there, 127.0.0.1 if none is given. IPv6 in brackets. In place"
                        + " of address and port: unix:/PATH, at either end."
            })
    private List<String> where = List.of();

    @Option(
            names = "--socks",
            paramLabel = "[ADDR:]PORT",
            description =
                    "In place of LISTEN, with HOST alone: speak SOCKS5 there, so that programs say"
                            + " what they want to be connected to. Names are looked up at the exit;"
                            + " no authentication.")
    private String socks;

    @Option(
            names = "--stdio",
            description =
                    "In place of LISTEN: one connection, by standard input and output, as for"
                            + " ProxyCommand of ssh.")
    private boolean stdio;

    @Option(
            names = "--reverse",
            description =
                    "The other way round, as ssh -R: [TARGET:]PORT HOST:[ADDR:]PORT has the exit at"
                            + " HOST listen at ADDR, 127.0.0.1 if none is given, for programs"
                            + " there; they are connected to TARGET from here. The exit has to"
                            + " allow it by --allow-listen.")
    private boolean reverse;

    @Mixin private MetricsOption metrics;

    @Mixin private DeviceArguments device;

    @Option(
            names = {"-p", "--port"},
            paramLabel = "PORT",
            description =
                    "UDP port of the exit, and with --protect TCP; default 4794, of --backend rdma"
                            + " 4791.")
    private Integer port;

    @Option(
            names = {"-B", "--bind"},
            paramLabel = "ADDR",
            description = "Address of this machine from which the exit is reached.")
    private String bind;

    @Mixin private Addresses addresses;

    @ArgGroup(validate = false, heading = "%nThe exit:%n")
    private ExitArguments exit = new ExitArguments();

    @Option(
            names = "--max-streams",
            paramLabel = "N",
            description = "Streams at a time, 1 to 65536; default ${DEFAULT-VALUE}.")
    private int streams = 1024;

    @Option(
            names = "--window",
            paramLabel = "BYTES",
            description = {
                "What may be on its way to this end in one stream, and waits there for who reads, at"
                        + " most: a power of two from 64K to 1G; default ${DEFAULT-VALUE}. 1 Gbit/s"
                        + " over 80 ms needs 16M. A stream begins with 64K, and has more while that"
                        + " is what limits it."
            })
    private String window = "64M";

    @Option(
            names = {"-J", "--json"},
            description =
                    "Print a JSON object a line: ready, listening, opened, refused, ended,"
                            + " unlistened, and with --verbose second.")
    private boolean json;

    @Option(
            names = {"-v", "--verbose"},
            description =
                    "Print a line for each stream that has ended, and for each second in which there"
                            + " are streams.")
    private boolean verbose;

    @ArgGroup(validate = false, heading = "%nSealed packets:%n")
    private ProtectArguments protect = new ProtectArguments();

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        try {
            exit.check();
            addresses.check();
            metrics.check();
            protect.check(spec.commandLine().getErr());
            device.checkNone(protect.isGiven(), "--protect");
            device.checkNone(metrics.isGiven(), "--metrics");
            if (streams < 1 || streams > ExitOptions.MOST_STREAMS) {
                throw new IllegalArgumentException(
                        "--max-streams is %d, must be 1 to 65536".formatted(streams));
            }
            ForwardJob job = exit.isExit() ? exitJob() : entryJob();
            return job.run() ? Interrupt.STATUS : ExitCode.OK;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }

    private ForwardOutput output() {
        return new ForwardOutput(
                spec.commandLine().getOut(), spec.commandLine().getErr(), json, verbose);
    }

    private ChannelOptions channels() {
        long bytes;
        try {
            bytes = Units.bytes(window);
            return ForwardDevice.options(Math.toIntExact(bytes));
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    "--window is a power of two from 64K to 1G, not '%s'".formatted(window), e);
        }
    }

    private ForwardJob exitJob() throws IOException {
        if (!where.isEmpty() || bind != null || port != null || isOther()) {
            throw new IllegalArgumentException(
                    "with --exit give --listen ADDR[:PORT], and no other address or port");
        }
        device.checkServer(exit.listen(), exit.isInsecure());
        ListenAddress listen = exit.where(usualPort());
        ExitOptions options = exit.options(streams);
        ChannelOptions channels = channels();
        InetAddress address = listen.resolve();
        boolean open = !protect.isGiven() && !exit.isInsecure();
        if (open && !address.isLoopbackAddress()) {
            throw new IllegalArgumentException(
                    "an exit beyond loopback needs keys: --protect psk:FILE (made by `urdma key"
                            + " psk`), or --insecure to take whoever asks");
        }
        return new ExitJob(
                listen,
                address,
                options,
                channels,
                () -> openExit(address, listen.port()),
                open,
                metrics,
                output());
    }

    private Context openExit(InetAddress address, int udpPort) throws IOException {
        return device.isRdma()
                ? device.open(address)
                : CopyDevice.open(
                        ForwardDevice.NAME,
                        address,
                        udpPort,
                        protect.protection(),
                        KeyListener.OWN);
    }

    private int usualPort() {
        return device.isRdma() ? CopyDevice.PORT : ForwardDevice.PORT;
    }

    private boolean isOther() {
        return socks != null || stdio || reverse;
    }

    private ForwardJob entryJob() throws IOException {
        if (Stream.of(socks != null, stdio, reverse).filter(each -> each).count() > 1) {
            throw new IllegalArgumentException("give one of --socks, --stdio and --reverse");
        }
        boolean listens = socks == null && !stdio;
        if (where.size() != (listens ? 2 : 1)) {
            throw new IllegalArgumentException(
                    reverse
                            ? "with --reverse give [TARGET:]PORT and HOST:[ADDR:]PORT, such as 8080"
                                    + " host-b:80, where the exit at host-b listens"
                            : listens
                                    ? "give LISTEN and HOST:[TARGET:]PORT, such as 5432"
                                            + " host-b:127.0.0.1:5432, or --exit"
                                    : socks == null
                                            ? "with --stdio give HOST:[TARGET:]PORT alone"
                                            : "with --socks give HOST alone, where the exit runs");
        }
        if (socks != null) {
            return entryJob(
                    ListenPlace.parse("--socks", socks),
                    new Socks5Greeting(),
                    opener(ForwardTarget.host(where.getFirst())),
                    "SOCKS5, by " + where.getFirst());
        }
        if (reverse) {
            ForwardTarget asked = ForwardTarget.parse(where.getLast(), OpenRequest.Kind.LISTEN);
            return new ReverseJob(
                    asked,
                    ForwardTarget.here(where.getFirst()),
                    opener(asked.exit()),
                    streams,
                    metrics,
                    output());
        }
        ForwardTarget target = ForwardTarget.parse(where.getLast(), OpenRequest.Kind.CONNECT);
        if (stdio) {
            if (json || verbose || metrics.isGiven()) {
                throw new IllegalArgumentException(
                        "--stdio prints nothing and has no --json, --verbose and --metrics");
            }
            return new StdioJob(target.request(), opener(target.exit()));
        }
        return entryJob(
                ListenPlace.parse("LISTEN", where.getFirst()),
                Greeting.to(target.request()),
                opener(target.exit()),
                "for %s at %s".formatted(target.request().target(), target.exit()));
    }

    private ForwardJob entryJob(
            SocketAddress listen, Greeting greeting, EntryJob.ExitOpener opener, String does) {
        return new EntryJob(listen, greeting, opener, streams, does, metrics, output());
    }

    private EntryJob.ExitOpener opener(String host) throws IOException {
        ChannelOptions channels = channels();
        int exitPort = port == null ? usualPort() : port;
        if (exitPort < 1 || exitPort > MOST_PORT) {
            throw new IllegalArgumentException(
                    "--port is %d, must be 1 to 65535".formatted(exitPort));
        }
        device.checkPort(exitPort);
        protect.expect(host);
        InetAddress address = addresses.of(host).getFirst();
        ClientDevice opened =
                device.client(
                        bind,
                        new UdpClientDevice(
                                ForwardDevice.NAME,
                                bind,
                                CopyPaths.ONE,
                                protect.protection(),
                                new SecureRandom()));
        return () -> ExitHost.open(opened, host, address, exitPort, channels);
    }
}
