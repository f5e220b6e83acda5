package org.urdma4j.transport.port.pcap;

import io.netty.channel.nio.NioIoHandler;

import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.MacControl;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.transport.jfr.Flight;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.transport.port.frame.FramePort;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.transport.port.frame.JoinedFrameHandler;
import org.urdma4j.transport.port.frame.LinkLocal;
import org.urdma4j.transport.port.frame.NextHop;
import org.urdma4j.transport.port.frame.NextHops;
import org.urdma4j.transport.port.frame.ReceiveGuard;
import org.urdma4j.transport.port.linux.HeldPort;
import org.urdma4j.transport.port.linux.KernelRefusal;
import org.urdma4j.transport.port.linux.Link;
import org.urdma4j.transport.port.linux.LinkSpeed;
import org.urdma4j.transport.port.pipeline.OpenFailure;
import org.urdma4j.transport.port.pipeline.PortLoop;
import org.urdma4j.transport.port.pipeline.SocketDrops;
import org.urdma4j.transport.port.pipeline.SocketLimits;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.stat.StatPublisher;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.VerbsException;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * RoCEv1 and RoCEv2 in whole Ethernet frames through libpcap, on the interface of one address; or
 * out of a capture file. Drives its shard by an event loop of its own, whose thread is a daemon; a
 * second one reads.
 */
public final class PcapPort extends FramePort {
    private static final String NEEDS_CAPABILITY =
            "needs CAP_NET_RAW: run with sudo, or with 'setpriv --inh-caps=+net_raw"
                    + " --ambient-caps=+net_raw', or use the udp backend";

    /** The longest super-packet, with its Ethernet header and a tag. */
    private static final int SNAP_BYTES = 0xffff + 18;

    /** Memory that libpcap takes for a frame of that length: a block of pages. */
    private static final int SLOT_BYTES = 128 << 10;

    /** Frames in files are as long as whoever made them liked. */
    private static final int FILE_MTU = 0xffff;

    private final LinkChannel channel;
    private final String description;
    private final Runnable resources;
    private final int bufferBytes;

    private PcapPort(
            PortLoop loop,
            FramePortConfig config,
            Link link,
            FrameLink frames,
            Function<Gid, NextHop> hops,
            LinkClock clock,
            Runnable resources) {
        boolean ipv4 = config.local() instanceof Inet4Address;
        super(loop, config, link, hops, limits(config.options().bufferBytes(), ipv4), false);
        this.resources = resources;
        bufferBytes = config.options().bufferBytes();
        description = "pcap %s on %s".formatted(config.local().getHostAddress(), link.name());
        channel = new LinkChannel(frames, "urdma-pcap-read-" + link.name(), clock);
    }

    /** What a peer like us may send at a time: each frame takes a slot, however short it is. */
    private static EngineConfig limits(int bufferBytes, boolean ipv4) {
        EngineConfig socket = SocketLimits.engineFor(bufferBytes, ipv4);
        int slots = Math.max(2, bufferBytes / SLOT_BYTES);
        return new EngineConfig(
                Math.max(1, slots / 3 * 2),
                socket.maxInFlightBytes(),
                socket.ackInterval(),
                socket.framingBytes());
    }

    private void connect(FrameLink frames, long linkSpeed) {
        SocketDrops drops = new SocketDrops(channel, new Increase(frames::dropped), counters());
        byte[] control = new byte[MacControl.FRAME_LENGTH];
        connect(
                channel,
                List.of(),
                List.of(new JoinedFrameHandler()),
                linkSpeed,
                (flow, speed, mac, counters) ->
                        new ReceiveGuard(
                                flow,
                                speed,
                                mac,
                                channel::backlog,
                                LinkChannel.MOST_WAITING,
                                frame -> sendControl(frames, frame, control),
                                counters),
                drops::onArrival);
        channel.startReading();
        StatPublisher.watch(description, this);
        Flight.watch(description, this);
    }

    private static boolean sendControl(FrameLink frames, ByteBuffer frame, byte[] copy) {
        frame.get(0, copy);
        try {
            frames.send(copy, copy.length);
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    /** What a count has grown by since it was last asked for. */
    private static final class Increase implements LongSupplier {
        private final LongSupplier count;
        private long last;

        Increase(LongSupplier count) {
            this.count = count;
        }

        @Override
        public long getAsLong() {
            long before = last;
            last = count.getAsLong();
            return last - before;
        }
    }

    /**
     * Opens a port, in the network namespace of the calling thread.
     *
     * @throws VerbsException with {@link Errno#EOPNOTSUPP} without libpcap and for several event
     *     loops, {@link Errno#EPERM} without CAP_NET_RAW, {@link Errno#EADDRINUSE} if another
     *     socket holds RoCE's UDP port on this address, {@link Errno#EADDRNOTAVAIL} if the address
     *     is not this machine's, {@link Errno#EINVAL} if its interface isn't Ethernet, or if the
     *     loop was not to sleep
     */
    public static PcapPort open(FramePortConfig config) {
        config.options().requireNoBusyPoll("pcap");
        config.options().requireOneEventLoop("pcap");
        Libpcap.require();
        InetAddress local = config.local();
        String where = local.getHostAddress();
        OpenFailure failure =
                new OpenFailure("pcap " + where, where, Errno.EPERM, NEEDS_CAPABILITY);
        Link link = linkOf(local, failure);
        HeldPort held = null;
        PcapInterface frames = null;
        NextHops hops = null;
        try {
            List<InetAddress> addresses = LinkLocal.addresses(link, local);
            held = new HeldPort(addresses, Udp.ROCE_PORT);
            frames = PcapInterface.open(link.name(), options(config));
            frames.filter(filter(addresses));
            hops = new NextHops(link, local, SystemClock::nowNs);
            HeldPort port = held;
            NextHops known = hops;
            return connected(
                    config,
                    link,
                    frames,
                    hops::to,
                    LinkSpeed.of(link.name()),
                    LinkClock.SYSTEM,
                    () -> {
                        known.close();
                        port.close();
                    });
        } catch (RuntimeException e) {
            abandon(null, config.options());
            if (hops != null) {
                hops.close();
            }
            if (frames != null) {
                frames.close();
            }
            if (held != null) {
                held.close();
            }
            throw e instanceof KernelRefusal refusal ? failure.explain(refusal) : e;
        }
    }

    private static PcapPort connected(
            FramePortConfig config,
            Link link,
            FrameLink frames,
            Function<Gid, NextHop> hops,
            long speed,
            LinkClock clock,
            Runnable resources) {
        PortLoop loop =
                new PortLoop(
                        "urdma-pcap-" + config.local().getHostAddress(),
                        NioIoHandler.newFactory(),
                        clock::nowNs);
        try {
            PcapPort port = new PcapPort(loop, config, link, frames, hops, clock, resources);
            port.connect(frames, speed);
            return port;
        } catch (RuntimeException e) {
            abandon(loop, config.options());
            throw e;
        }
    }

    private static PcapOptions options(FramePortConfig config) {
        return new PcapOptions(SNAP_BYTES, config.options().bufferBytes(), true, true, false);
    }

    private static String filter(List<InetAddress> addresses) {
        StringBuilder filter = new StringBuilder();
        filter.append("ether proto 0x%x".formatted(EtherType.ROCE));
        filter.append(" or ether proto 0x%x".formatted(EtherType.MAC_CONTROL));
        for (InetAddress address : addresses) {
            String host = Gid.of(address).toInetAddress().getHostAddress(); // without its scope
            filter.append(" or (dst host %s and udp dst port %d)".formatted(host, Udp.ROCE_PORT));
        }
        return filter.toString();
    }

    /** Opens a port to which frames come out of a file; see {@link CaptureReplay}. */
    static PcapPort replay(
            FramePortConfig config, String file, CaptureLink frames, CaptureClock clock) {
        config.options().requireOneEventLoop("pcap");
        Link link = new Link(file, 0, 0, FILE_MTU, true, false);
        NextHop anywhere = () -> 0;
        return connected(config, link, frames, _ -> anywhere, LinkSpeed.UNTOLD, clock, () -> {});
    }

    /** Is done once all frames of a file have reached the shard. */
    CompletableFuture<Void> exhausted() {
        return channel.exhausted();
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public long receiveBufferBytes() {
        return bufferBytes;
    }

    @Override
    protected void release() {
        var _ = channel.close();
        resources.run();
    }
}
