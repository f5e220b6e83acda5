package org.urdma4j.forward;

import io.netty.buffer.ByteBufHolder;

import org.urdma4j.channel.ChannelOptions;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaChannelGroup;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.forward.dial.AllowList;
import org.urdma4j.forward.entry.ForwardEntry;
import org.urdma4j.forward.entry.Greeting;
import org.urdma4j.forward.entry.KeptChannels;
import org.urdma4j.forward.entry.ReverseEntry;
import org.urdma4j.forward.exit.ExitOptions;
import org.urdma4j.forward.exit.ForwardExit;
import org.urdma4j.forward.message.OpenRequest;
import org.urdma4j.forward.message.OpenStatus;
import org.urdma4j.forward.relay.ListeningSocket;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.transport.port.pipeline.OutboundStage;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.KeepAlive;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.cm.ConnParam;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** An entry and an exit in one network, and what they tell. */
final class Ends implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Rules for every port of loopback. */
    static final AllowList LOOPBACK = AllowList.parse("--allow", List.of("127.0.0.0/8:1-65535"));

    /** Loses everything when the cable is cut. */
    private final class Cable implements OutboundStage {
        private final boolean ofExit;

        Cable(boolean ofExit) {
            this.ofExit = ofExit;
        }

        @Override
        public void offer(ByteBufHolder packet, Consumer<ByteBufHolder> wire) {
            if (cut || (ofExit && mute)) {
                packet.release();
            } else {
                wire.accept(packet);
            }
        }

        @Override
        public void close() {
            // nothing is kept
        }
    }

    volatile boolean cut;

    /** Nothing comes from the exit, and it gets everything. */
    volatile boolean mute;

    /** What connecting fails with, which nobody has foreseen; null for nothing. */
    volatile RuntimeException failure;

    final List<NetworkPort> ports = new ArrayList<>();
    final SoftContext near;
    final SoftContext far;
    final ForwardExit exit;
    final RdmaServerChannel server;
    final RdmaChannelGroup group;
    final BlockingQueue<String> atExit = new LinkedBlockingQueue<>();
    final BlockingQueue<String> atEntry = new LinkedBlockingQueue<>();
    final KeptChannels kept;
    private final List<ForwardEntry> entries = new ArrayList<>();

    Ends(ExitOptions options) throws IOException {
        this(options, KeptChannels.IDLE, Duration.ofSeconds(2));
    }

    /**
     * @param idle how long channels are kept
     * @param sign a peer that gives none for three times as long has vanished
     */
    Ends(ExitOptions options, Duration idle, Duration sign) throws IOException {
        MemoryNetwork network = new MemoryNetwork("forward");
        near = open(network, "192.0.2.1", new Cable(false));
        far = open(network, "192.0.2.2", new Cable(true));
        server = RdmaServerChannel.listen(far, 0, 512, channels(sign));
        exit = ForwardExit.start(server, options, lines(atExit));
        group = RdmaChannelGroup.open(near, channels(sign));
        kept = new KeptChannels(this::connect, idle);
    }

    private RdmaChannel connect() throws IOException {
        if (failure != null) {
            throw failure;
        }
        return group.connect(server.address());
    }

    private static ChannelOptions channels(Duration sign) {
        Duration soon = sign.multipliedBy(2);
        return ChannelOptions.builder()
                .receiveBytes(1 << 18)
                .sendBytes(1 << 18)
                .patience(Duration.ofSeconds(10))
                .param(
                        ConnParam.EMPTY
                                .urdmaTuning(UrdmaTuning.builder().retryTime(soon).build())
                                .keepAlive(KeepAlive.every(sign)))
                .build();
    }

    private SoftContext open(MemoryNetwork network, String address, Cable cable) {
        MemoryPortConfig config = MemoryPortConfig.builder().outbound(cable).build();
        MemoryPort port = MemoryPort.open(network, Gid.parse(address), config);
        ports.add(port);
        return new SoftContext(new SoftDevice(address, 1, () -> port), port);
    }

    private static ForwardListener lines(BlockingQueue<String> to) {
        return new ForwardListener() {
            @Override
            public void onOpened(String peer, String target) {
                // its end says enough
            }

            @Override
            public void onRefused(String peer, String target, String why) {
                to.add("refused %s: %s".formatted(target, why));
            }

            @Override
            public void onListening(String peer, String address) {
                to.add("listening at " + address);
            }

            @Override
            public void onListeningEnded(String peer, String address, String why) {
                to.add("unlistened %s: %s".formatted(address, why));
            }

            @Override
            public void onEnded(String peer, String target, long sent, long received, String why) {
                to.add("ended %d %d %s".formatted(sent, received, why));
            }
        };
    }

    static OpenRequest request(String host, int port) {
        return new OpenRequest(OpenRequest.Kind.CONNECT, host, port);
    }

    /** Starts an entry, and returns where it listens. */
    InetSocketAddress enter(Greeting greeting) throws IOException {
        return enter(greeting, 4096);
    }

    InetSocketAddress enter(Greeting greeting, int most) throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
        return (InetSocketAddress) enter(any, greeting, most);
    }

    void enter(SocketAddress at, Greeting greeting) throws IOException {
        enter(at, greeting, 4096);
    }

    private SocketAddress enter(SocketAddress at, Greeting greeting, int most) throws IOException {
        ListeningSocket listener = ListeningSocket.bind(at);
        entries.add(ForwardEntry.start(listener, greeting, kept, most, PATIENCE, lines(atEntry)));
        return listener.address();
    }

    /** Starts an entry to a port of this machine. */
    InetSocketAddress enter(int port) throws IOException {
        return enter(Greeting.to(request("127.0.0.1", port)));
    }

    /** Has the exit listen. */
    ReverseEntry reverse(OpenRequest listen, OpenRequest target, int most) {
        return ReverseEntry.start(
                this::connect, "192.0.2.2", listen, target, most, PATIENCE, lines(atEntry));
    }

    /** Asks the exit, and ends the stream. */
    OpenStatus ask(OpenRequest request) throws IOException {
        RdmaChannel stream = group.connect(server.address());
        try {
            stream.write(request.encode());
        } catch (IOException _) {
            // it has answered before it was asked
        }
        try {
            return OpenStatus.read(stream);
        } finally {
            stream.abort();
        }
    }

    /** Waits for a line with that in it. */
    static void await(BlockingQueue<String> lines, String part) throws InterruptedException {
        while (!lines.take().contains(part)) {
            // another
        }
    }

    static Socket connect(InetSocketAddress to) throws IOException {
        Socket socket = new Socket(to.getAddress(), to.getPort());
        socket.setSoTimeout(30_000);
        return socket;
    }

    /** Streams that the entries have. */
    int streams() {
        return entries.stream().mapToInt(ForwardEntry::streams).sum();
    }

    @Override
    public void close() {
        entries.forEach(ForwardEntry::close);
        kept.close();
        exit.close();
        group.close();
        near.close();
        far.close();
    }
}
