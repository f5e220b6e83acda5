package org.urdma4j.transport.channel;

import io.netty.buffer.ByteBufHolder;

import org.urdma4j.channel.ChannelOptions;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.transport.cm.CmConfig;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.transport.port.pipeline.OutboundStage;
import org.urdma4j.transport.port.udp.Sockets;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.cm.ConnParam;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Two devices in one network, and a channel between them. */
final class ChannelPair implements AutoCloseable {
    /** What the path is like. */
    enum Path {
        STANDARD(false, Integer.MAX_VALUE),
        URDMA(true, Integer.MAX_VALUE),
        STANDARD_LOSSY(false, 97),
        URDMA_LOSSY(true, 97),
        /** Real sockets on loopback. */
        UDP(true, 97);

        final boolean urdma;
        final int loses;

        Path(boolean urdma, int loses) {
            this.urdma = urdma;
            this.loses = loses;
        }

        ConnParam param() {
            Duration soon = Duration.ofSeconds(2);
            return ConnParam.EMPTY
                    .urdma(urdma)
                    .urdmaTuning(UrdmaTuning.builder().retryTime(soon).build());
        }
    }

    /** Loses one packet in so many, some kind or everything when told to, and repeats some. */
    final class Cable implements OutboundStage {
        /** The opcode of packets that are lost, all of them. */
        volatile int lost = -1;

        private final int loses;
        private int offered;

        Cable(int loses) {
            this.loses = loses;
        }

        @Override
        public void offer(ByteBufHolder packet, Consumer<ByteBufHolder> wire) {
            packets.incrementAndGet();
            offered++;
            boolean unwanted = packet.content().getByte(packet.content().readerIndex()) == lost;
            if (cut || unwanted || offered % loses == 0) {
                packet.release();
                return;
            }
            if (offered % 70 == 0 && loses != Integer.MAX_VALUE) {
                wire.accept(packet.copy());
            }
            wire.accept(packet);
        }

        @Override
        public void close() {
            // nothing is kept
        }
    }

    static final ChannelOptions SMALL =
            ChannelOptions.builder()
                    .receiveBytes(1 << 16)
                    .sendBytes(1 << 16)
                    .patience(Duration.ofSeconds(20))
                    .build();

    final AtomicLong packets = new AtomicLong();
    volatile boolean cut;

    final Cable fromServer;
    final SoftContext one;
    final SoftContext other;
    final RdmaChannel client;
    final RdmaChannel server;

    ChannelPair(Path path) throws IOException {
        this(path, SMALL);
    }

    ChannelPair(Path path, ChannelOptions options) throws IOException {
        Cable fromClient = new Cable(path.loses);
        fromServer = new Cable(path.loses);
        if (path == Path.UDP) {
            UdpPortConfig config = Sockets.EPOLL_IPV4.config();
            one = open(config, fromClient);
            other = open(Sockets.EPOLL_IPV4.peerOf(config), fromServer);
        } else {
            MemoryNetwork network = new MemoryNetwork("channels");
            one = open(network, "192.0.2.1", fromClient);
            other = open(network, "192.0.2.2", fromServer);
        }
        ChannelOptions told = options.toBuilder().param(path.param()).build();
        try (RdmaServerChannel listener = RdmaServerChannel.listen(other, 0, told)) {
            client = RdmaChannel.connect(one, listener.address(), told);
            server = listener.accept();
        }
    }

    private SoftContext open(MemoryNetwork network, String address, Cable cable) {
        Gid gid = Gid.parse(address);
        MemoryPortConfig config = MemoryPortConfig.builder().outbound(cable).build();
        return open(MemoryPort.open(network, gid, config), gid);
    }

    private SoftContext open(UdpPortConfig config, Cable cable) {
        NetworkPort port = UdpPort.open(config.toBuilder().outbound(cable).build());
        return open(port, Gid.of(config.local()));
    }

    private static SoftContext open(NetworkPort port, Gid gid) {
        CmConfig cm = CmConfig.of(gid, gid.interfaceId());
        return new SoftContext(new SoftDevice("channels", 1, () -> port), port, cm);
    }

    /** Starts a thread, a platform's since some tests ask what it has allocated. */
    static <T> FutureTask<T> start(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread.ofPlatform().daemon().start(task);
        return task;
    }

    @Override
    public void close() {
        one.close();
        other.close();
    }
}
