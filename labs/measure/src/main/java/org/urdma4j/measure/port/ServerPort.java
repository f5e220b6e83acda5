package org.urdma4j.measure.port;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.DefaultThreadFactory;

import org.urdma4j.protection.association.listener.KeyListener;
import org.urdma4j.protection.association.listener.TcpConnection;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Listens on the TCP port of a server, and hands each connection to whom its first bytes belong.
 * For any thread, but no event loop's for {@link #open} and {@link #close}, which wait.
 */
public final class ServerPort implements AutoCloseable {
    /** Connections at a time of which it isn't known what they are, by default. */
    public static final int MOST_STRANGERS = 256;

    private static final int READ_BYTES = 1 << 14;
    private static final long CLOSE_TIMEOUT_MS = 2_000;

    private final InetAddress bind; // null for any
    private final Limits limits;
    private final RejectedConnections turnedAway = new RejectedConnections();
    private final MultiThreadIoEventLoopGroup group;
    private final ChannelGroup connections;
    private final Strangers strangers; // on the event loop
    private final Map<InetAddress, Consumer<TcpConnection>> keys = new ConcurrentHashMap<>();
    private final Map<Long, StreamTaker> streams = new ConcurrentHashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private Channel listening;
    private int number;
    private volatile Arrivals arrivals;

    /**
     * What those are allowed who have not said what they want.
     *
     * @param silenceNs time until then, more than 0
     * @param strangers how many there may be, 1 or more: three quarters of them from a network,
     *     half from an address. Then the one goes that came first of who has most
     */
    public record Limits(long silenceNs, int strangers) {}

    private ServerPort(InetAddress bind, Limits limits) {
        this.bind = bind;
        this.limits = limits;
        strangers = new Strangers(limits.strangers());
        group =
                new MultiThreadIoEventLoopGroup(
                        1, new DefaultThreadFactory("bench-port", true), ListeningSocket.factory());
        connections = new DefaultChannelGroup(group.next());
    }

    /**
     * Listens; who comes waits until {@link #admit} is called.
     *
     * @param bind address of this machine, the wildcard of a family for any of it, or null for any
     * @param port TCP port, 0 for any that is free
     * @throws IOException if the port can't be had; the message is the system's
     */
    public static ServerPort open(InetAddress bind, int port, Limits limits) throws IOException {
        ServerPort opened = new ServerPort(bind, limits);
        try {
            opened.listen(port);
            return opened;
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private void listen(int port) throws IOException {
        ChannelFuture bound =
                new ServerBootstrap()
                        .group(group)
                        .channelFactory(() -> ListeningSocket.of(bind))
                        .option(ChannelOption.SO_REUSEADDR, true)
                        .option(ChannelOption.AUTO_READ, false)
                        .childOption(ChannelOption.AUTO_READ, false)
                        .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                        .childOption(ChannelOption.RECVBUF_ALLOCATOR, oneRead())
                        .childHandler(new Arrival())
                        .bind(
                                bind == null
                                        ? new InetSocketAddress(port)
                                        : new InetSocketAddress(bind, port))
                        .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException(ListeningSocket.reason(bound.cause()), bound.cause());
        }
        listening = bound.channel();
        number = ((InetSocketAddress) listening.localAddress()).getPort();
    }

    /** Lets in who comes from now on. To be called once. */
    public void admit(Arrivals told) {
        arrivals = told;
        turnedAway.tell(told);
        listening.config().setAutoRead(true);
    }

    private static FixedRecvByteBufAllocator oneRead() {
        FixedRecvByteBufAllocator reads = new FixedRecvByteBufAllocator(READ_BYTES);
        reads.maxMessagesPerRead(1);
        return reads;
    }

    /** Returns the port that it listens on, or did. */
    public int port() {
        return number;
    }

    /** Returns the listening socket, for what connections have to inherit. */
    public Channel listening() {
        return listening;
    }

    /** Returns how many connections were closed unheard. */
    public long turnedAway() {
        return turnedAway.closed();
    }

    /**
     * Returns where devices of this process agree on keys: here, if this listens at their address,
     * and by a socket of their own otherwise. The port that is asked for must be this one.
     */
    public KeyListener keys() {
        return (local, port, visitors) ->
                listensAt(local)
                        ? register(local, visitors)
                        : KeyListener.OWN.open(local, port, visitors);
    }

    private boolean listensAt(InetAddress local) {
        if (bind == null || bind.equals(local)) {
            return true;
        }
        boolean family = local instanceof Inet4Address || !(bind instanceof Inet4Address);
        return bind.isAnyLocalAddress() && family;
    }

    private KeyListener.Open register(InetAddress local, Consumer<TcpConnection> visitors)
            throws IOException {
        if (keys.putIfAbsent(local, visitors) != null) {
            throw new IOException(
                    "another device of %s agrees on keys already"
                            .formatted(local.getHostAddress()));
        }
        return new KeyListener.Open() {
            @Override
            public int port() {
                return ServerPort.this.port();
            }

            @Override
            public void close() {
                keys.remove(local, visitors);
            }
        };
    }

    /**
     * Takes the streams that begin with a cookie, until it is closed.
     *
     * @param cookie of {@link StreamCookie}, one for each run
     */
    public Registration streams(long cookie, StreamTaker taker) {
        streams.put(cookie, taker);
        return () -> streams.remove(cookie, taker);
    }

    /** Whose streams are taken until it is closed. */
    @FunctionalInterface
    public interface Registration extends AutoCloseable {
        @Override
        void close();
    }

    private final class Arrival extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel channel) {
            channel.pipeline().addLast(new FirstBytes(ServerPort.this, limits.silenceNs()));
        }
    }

    /** On the event loop, as what follows. */
    void came(Channel channel) {
        Optional<Channel> displaced = strangers.add(channel);
        displaced.ifPresent(oldest -> turnAway(oldest, "there are too many that say nothing"));
    }

    void left(Channel channel) {
        var _ = strangers.remove(channel);
    }

    /** Closes so that nothing is kept of it. */
    void turnAway(Channel channel, String why) {
        left(channel);
        if (channel.remoteAddress() instanceof InetSocketAddress peer) {
            turnedAway.count(peer.getAddress().getHostAddress(), why);
        }
        ChannelConnection.keepNothing(channel);
        var _ = channel.close();
    }

    /**
     * Counts a connection that was handed on and led to nothing, and tells of it as of those that
     * were turned away here. Any thread.
     */
    public void refused(InetAddress peer, String why) {
        turnedAway.count(peer.getHostAddress(), why);
    }

    void opened(Opening opening, Channel channel, ByteBuf head) {
        left(channel);
        switch (opening) {
            case CONTROL -> arrivals.control(connect(channel, head));
            case KEYS -> agree(channel, head);
            case STREAM -> stream(channel, head);
            default -> {
                head.release();
                turnAway(channel, "it speaks nothing that is known here");
            }
        }
    }

    private TcpConnection connect(Channel channel, ByteBuf head) {
        connections.add(channel);
        return ChannelConnection.of(channel, head);
    }

    private void agree(Channel channel, ByteBuf head) {
        InetSocketAddress local = (InetSocketAddress) channel.localAddress();
        Consumer<TcpConnection> visitors = keys.get(local.getAddress());
        if (visitors == null) {
            head.release();
            turnAway(channel, "no device here agrees on keys, or none is open");
        } else {
            visitors.accept(connect(channel, head));
        }
    }

    private void stream(Channel channel, ByteBuf head) {
        StreamTaker taker = streams.get(head.getLong(head.readerIndex()));
        if (taker == null) {
            head.release();
            turnAway(channel, "its TCP stream belongs to no run");
            return;
        }
        channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, false);
        var _ =
                channel.deregister()
                        .addListener(done -> {
                            if (done.isSuccess()) {
                                taker.take(channel, head);
                            } else {
                                head.release();
                                var _ = channel.close();
                            }
                        });
    }

    /**
     * Stops to listen, and returns when the port is free. Connections that were handed on stay; the
     * thread ends with the last of them. Again it does nothing.
     */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        if (listening != null) {
            listening.close().awaitUninterruptibly(CLOSE_TIMEOUT_MS);
        }
        group.execute(() -> {
            strangers.closeAll();
            var _ = connections.newCloseFuture().addListener(_ -> endThread());
        });
    }

    private void endThread() {
        var _ = group.shutdownGracefully(0, CLOSE_TIMEOUT_MS, TimeUnit.MILLISECONDS);
    }
}
