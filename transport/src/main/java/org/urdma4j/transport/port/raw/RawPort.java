package org.urdma4j.transport.port.raw;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;

import org.urdma4j.codec.net.Udp;
import org.urdma4j.transport.jfr.Flight;
import org.urdma4j.transport.port.RawPackets;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.transport.port.frame.FrameHandler;
import org.urdma4j.transport.port.frame.FrameIcrc;
import org.urdma4j.transport.port.frame.FramePort;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.transport.port.frame.LinkLocal;
import org.urdma4j.transport.port.frame.NetworkHandler;
import org.urdma4j.transport.port.frame.NextHops;
import org.urdma4j.transport.port.frame.ReceiveGuard;
import org.urdma4j.transport.port.linux.ControlFrames;
import org.urdma4j.transport.port.linux.KernelRefusal;
import org.urdma4j.transport.port.linux.Link;
import org.urdma4j.transport.port.linux.LinkSpeed;
import org.urdma4j.transport.port.linux.PacketSocket;
import org.urdma4j.transport.port.pipeline.BusyPoll;
import org.urdma4j.transport.port.pipeline.IcrcHandler;
import org.urdma4j.transport.port.pipeline.OpenFailure;
import org.urdma4j.transport.port.pipeline.PortChannel;
import org.urdma4j.transport.port.pipeline.PortLoop;
import org.urdma4j.transport.port.pipeline.RefusalProbes;
import org.urdma4j.transport.port.pipeline.ShardHandler;
import org.urdma4j.transport.port.pipeline.SocketDrops;
import org.urdma4j.transport.port.pipeline.SocketLimits;
import org.urdma4j.transport.port.pipeline.TimerAlarm;
import org.urdma4j.transport.port.pipeline.UdpBatches;
import org.urdma4j.transport.stat.StatPublisher;
import org.urdma4j.transport.wire.TransportAddress;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/**
 * RoCEv1 and RoCEv2 in whole Ethernet frames, on the interface of one address. Drives its shard by
 * an event loop of its own, whose thread is a daemon.
 */
public final class RawPort extends FramePort {
    private static final String NEEDS_CAPABILITY =
            "needs CAP_NET_RAW: run with sudo, or with 'setpriv --inh-caps=+net_raw"
                    + " --ambient-caps=+net_raw', or use the udp backend";

    private final PacketChannel channel;
    private final RawSockets sockets;

    /** For this machine's own addresses; null if the link itself is that. */
    private final PacketChannel loopback;

    private RawPacketLink rawPackets;
    private RawGroups groups;
    private final NextHops hops;
    private final RefusalProbes probes;
    private final String description;
    private final int receiveCharge;

    private RawPort(PortLoop loop, FramePortConfig config, Link link, RawSockets sockets) {
        PacketSocket socket = sockets.link();
        int receiveCharge = socket.receiveCharge();
        NextHops hops = new NextHops(link, config.local(), SystemClock::nowNs);
        super(
                loop,
                config,
                link,
                hops::to,
                SocketLimits.engineFor(receiveCharge, config.local() instanceof Inet4Address),
                true);
        this.sockets = sockets;
        this.hops = hops;
        probes = new RefusalProbes(loop.eventLoop(), EpollDatagramChannel::new);
        this.receiveCharge = receiveCharge;
        description = "raw %s on %s".formatted(config.local().getHostAddress(), link.name());
        channel = new PacketChannel(socket, UdpBatches.MAX_PACKETS, SystemClock::nowNs);
        loopback =
                sockets.loopback() == null
                        ? null
                        : new PacketChannel(
                                sockets.loopback(), UdpBatches.MAX_PACKETS, SystemClock::nowNs);
    }

    private void connect(FramePortConfig config, Link link, OpenFailure failure) {
        PacketSocket socket = sockets.link();
        SocketDrops drops = new SocketDrops(channel, socket::takeDrops, counters());
        connect(
                channel,
                List.of(new OffloadHandler()),
                List.of(),
                LinkSpeed.of(link.name()),
                (flow, speed, mac, counters) ->
                        new ReceiveGuard(
                                flow,
                                speed,
                                mac,
                                socket::backlog,
                                receiveCharge,
                                new ControlFrames(socket)::send,
                                counters),
                drops::onArrival);
        if (loopback != null) {
            connectLoopback();
        }
        groups =
                new RawGroups(
                        link,
                        config.options().bufferBytes(),
                        failure,
                        groupSocket -> connectGroups(groupSocket, config.vlan()));
        shard().groups().open(groups, networkHeader());
        rawPackets =
                new RawPacketLink(
                        link,
                        config.options().bufferBytes(),
                        failure,
                        pauses(),
                        loop(),
                        RawSockets.taken(LinkLocal.addresses(link, config.local())));
    }

    private void connectLoopback() {
        SocketDrops drops = new SocketDrops(loopback, sockets.loopback()::takeDrops, counters());
        FrameIcrc icrc = new FrameIcrc(counters());
        loopback.pipeline()
                .addLast(
                        new OffloadHandler(),
                        new FrameHandler(),
                        new NetworkHandler(
                                NetworkHandler.oneOf(addresses()),
                                counters(),
                                UdpBatches.MAX_PACKETS,
                                true),
                        new IcrcHandler(icrc, icrc::stamp, counters()),
                        new ShardHandler(
                                shard(),
                                () -> {
                                    drops.onArrival();
                                    loop().turnAfterIo();
                                }));
        channel.pipeline().addLast(new LocalHandler(loopback));
        register(loopback);
    }

    private PacketChannel connectGroups(PacketSocket socket, int vlan) {
        PacketChannel heard = new PacketChannel(socket, UdpBatches.MAX_PACKETS, SystemClock::nowNs);
        SocketDrops drops = new SocketDrops(heard, socket::takeDrops, counters());
        FrameIcrc icrc = new FrameIcrc(counters());
        heard.pipeline()
                .addLast(
                        new OffloadHandler(),
                        new FrameHandler(vlan),
                        new NetworkHandler(groups::isIn, counters(), UdpBatches.MAX_PACKETS));
        addGroupChannel(
                new PortChannel(
                        heard,
                        new IcrcHandler(icrc, icrc::stamp, counters()),
                        drops::onArrival,
                        0));
        register(heard);
        return heard;
    }

    @Override
    public Optional<RawPackets> rawPackets() {
        return Optional.of(rawPackets);
    }

    /**
     * Opens a port, in the network namespace of the calling thread.
     *
     * @throws VerbsException with {@link Errno#EPERM} without CAP_NET_RAW, {@link Errno#EADDRINUSE}
     *     if another socket holds RoCE's UDP port on this address, {@link Errno#EADDRNOTAVAIL} if
     *     the address is not this machine's, {@link Errno#EINVAL} if its interface isn't Ethernet,
     *     {@link Errno#EOPNOTSUPP} where there is no epoll, and for several event loops
     */
    public static RawPort open(FramePortConfig config) {
        if (!Epoll.isAvailable()) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP, "the raw backend is for Linux: use the udp backend");
        }
        config.options().requireOneEventLoop("raw");
        InetAddress local = config.local();
        String where = local.getHostAddress();
        OpenFailure failure = new OpenFailure("raw " + where, where, Errno.EPERM, NEEDS_CAPABILITY);
        Link link = linkOf(local, failure);
        RawSockets sockets = null;
        PortLoop loop = null;
        try {
            sockets =
                    RawSockets.open(
                            LinkLocal.addresses(link, local), link, config.options().bufferBytes());
            BusyPoll busyPoll = new BusyPoll(config.options().busyPoll(), SystemClock::nowNs);
            loop =
                    new PortLoop(
                            "urdma-raw-" + where,
                            EpollIoHandler.newFactory(0, busyPoll.strategies()),
                            TimerAlarm::create,
                            SystemClock::nowNs,
                            busyPoll);
            RawPort port = new RawPort(loop, config, link, sockets);
            port.connect(config, link, failure);
            StatPublisher.watch(port.description(), port);
            Flight.watch(port.description(), port);
            return port;
        } catch (RuntimeException e) {
            abandon(loop, config.options());
            if (sockets != null) {
                sockets.close();
            }
            throw e instanceof KernelRefusal refusal ? failure.explain(refusal) : e;
        }
    }

    @Override
    public String description() {
        return description;
    }

    /** Returns how many bytes the kernel lets wait in the receive buffer, as it reckons. */
    @Override
    public long receiveBufferBytes() {
        return receiveCharge;
    }

    /** The UDP socket that holds RoCE's port tells that somebody is there, over RoCEv1 too. */
    @Override
    public void probe(TransportAddress peer, Runnable refused) {
        if (!peer.gid().isLinkLocal()) {
            probes.ask(new InetSocketAddress(peer.gid().toInetAddress(), Udp.ROCE_PORT), refused);
        }
    }

    @Override
    protected void release() {
        var _ = channel.close();
        probes.close();
        if (loopback != null) {
            var _ = loopback.close();
        }
        groups.close();
        hops.close();
        sockets.close();
    }
}
