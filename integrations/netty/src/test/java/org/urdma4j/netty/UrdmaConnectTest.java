package org.urdma4j.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.nio.NioIoHandler;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ConnectionPendingException;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;

/** How channels are connected, bound, and closed before they are either. */
@Timeout(120)
class UrdmaConnectTest {
    private static InetSocketAddress nobody(Channel server) {
        InetSocketAddress address = (InetSocketAddress) server.localAddress();
        return new InetSocketAddress(address.getAddress(), address.getPort() ^ 1);
    }

    @ParameterizedTest
    @EnumSource
    void shouldKnowBothAddresses(Ends.Net net) throws Exception {
        Ends.Hearer there = new Ends.Hearer();
        try (Ends ends = new Ends(net)) {
            Channel server = ends.serve(there);
            Channel client = ends.connect(server, new Ends.Hearer());
            Channel accepted = there.channel();
            assertThat(client.remoteAddress()).isEqualTo(server.localAddress());
            assertThat(accepted.localAddress()).isEqualTo(server.localAddress());
            assertThat(accepted.remoteAddress()).isEqualTo(client.localAddress());
            assertThat(((InetSocketAddress) client.localAddress()).getPort()).isPositive();
            assertThat(server.remoteAddress()).isNull();

            int port = 40_000;
            Channel second =
                    ends.client()
                            .handler(new Ends.Hearer())
                            .connect(server.localAddress(), new InetSocketAddress(port))
                            .sync()
                            .channel();
            assertThat(((InetSocketAddress) second.localAddress()).getPort()).isEqualTo(port);
            assertThat(there.channel().remoteAddress()).isEqualTo(second.localAddress());
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayThatNobodyListens(Ends.Net net) throws Exception {
        try (Ends ends = new Ends(net)) {
            InetSocketAddress nobody = nobody(ends.serve(new Ends.Hearer()));
            ChannelFuture failed = ends.client().handler(new Ends.Hearer()).connect(nobody).await();
            assertThat(failed.cause())
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining(nobody.toString());
            assertThat(failed.channel().closeFuture().await().isSuccess()).isTrue();
        }
    }

    @Test
    void shouldGiveUpInTime() throws Exception {
        try (Ends ends = new Ends(Ends.Net.MEMORY)) {
            Channel server = ends.serve(new Ends.Hearer());
            ends.cut = true;
            ChannelFuture late =
                    ends.client()
                            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 100)
                            .handler(new Ends.Hearer())
                            .connect(server.localAddress())
                            .await();
            assertThat(late.cause())
                    .isInstanceOf(ConnectTimeoutException.class)
                    .hasMessageContaining("after 100 ms");
            late.channel().closeFuture().sync();
        }
    }

    /** Whatever is found out afterwards, it is closed. */
    @Test
    void shouldBeCancelledWhileItConnects() throws Exception {
        try (Ends ends = new Ends(Ends.Net.MEMORY)) {
            Channel server = ends.serve(new Ends.Hearer());
            ends.cut = true;
            Channel client = ends.client().handler(new Ends.Hearer()).register().sync().channel();
            ChannelFuture attempt = client.connect(server.localAddress());
            ChannelFuture again = client.connect(server.localAddress()).await();
            assertThat(again.cause()).isInstanceOf(ConnectionPendingException.class);
            assertThat(attempt.cancel(false)).isTrue();
            client.closeFuture().sync();
            assertThat(attempt.cause()).isInstanceOf(CancellationException.class);

            ChannelFuture other =
                    ends.client().handler(new Ends.Hearer()).connect(server.localAddress());
            other.channel().close().sync();
            assertThat(other.await().cause()).isInstanceOf(ClosedChannelException.class);
        }
    }

    /** Closed as soon as they are connected, or a bit sooner: neither end keeps anything. */
    @ParameterizedTest
    @EnumSource
    void shouldCloseAtAnyMoment(Ends.Net net) throws Exception {
        Ends.Hearer there = new Ends.Hearer();
        try (Ends ends = new Ends(net)) {
            Channel server = ends.serve(there);
            int pairs = ends.near.statistics(0).queuePairCount();
            for (int i = 0; i < 20; i++) {
                ChannelFuture attempt =
                        ends.client().handler(new Ends.Hearer()).connect(server.localAddress());
                if (i % 2 == 0) {
                    attempt.sync();
                } else {
                    Thread.sleep(i / 4);
                }
                attempt.channel().close().sync();
            }
            ends.awaitPairs(pairs);
            Channel last = ends.connect(server, new Ends.Hearer());
            last.writeAndFlush(ends.buffers.buffer().writeByte(3)).sync();
            assertThat(there.hear(1)).containsExactly(3);
        }
    }

    /** As of Netty's own test with a server of TCP. */
    @Test
    void shouldReadOnceItIsActiveThoughToldBefore() throws Exception {
        Ends.Hearer there = new Ends.Hearer();
        Ends.Hearer here = new Ends.Hearer();
        try (Ends ends = new Ends(Ends.Net.MEMORY)) {
            Channel server = ends.serve(there);
            Channel client =
                    ends.client()
                            .option(ChannelOption.AUTO_READ, false)
                            .handler(here)
                            .register()
                            .sync()
                            .channel();
            client.read();
            client.connect(server.localAddress()).sync();
            there.channel().writeAndFlush(ends.buffers.buffer().writeByte(42)).sync();
            assertThat(here.hear(1)).containsExactly(42);
        }
    }

    @Test
    void shouldConnectOnce() throws Exception {
        Ends.Hearer there = new Ends.Hearer();
        try (Ends ends = new Ends(Ends.Net.MEMORY)) {
            Channel server = ends.serve(there);
            Channel client = ends.connect(server, new Ends.Hearer());
            assertThat(client.connect(server.localAddress()).await().cause())
                    .isInstanceOf(AlreadyConnectedException.class);
            assertThat(client.isActive()).isTrue();
            client.writeAndFlush(ends.buffers.buffer().writeByte(5)).sync();
            assertThat(there.hear(1)).containsExactly(5);
        }
    }

    @Test
    void shouldRefuseAddressesOfOtherKinds() throws Exception {
        try (Ends ends = new Ends(Ends.Net.MEMORY)) {
            Bootstrap client = ends.client().handler(new Ends.Hearer());
            assertThat(client.connect(new LocalAddress("x")).await().cause())
                    .isInstanceOf(UnsupportedAddressTypeException.class);
            ChannelFuture elsewhere =
                    client.connect(
                                    new InetSocketAddress("192.0.2.2", 7),
                                    new InetSocketAddress("192.0.2.77", 0))
                            .await();
            assertThat(elsewhere.cause())
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("192.0.2.77");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBindToItsDeviceAlone(Ends.Net net) throws Exception {
        try (Ends ends = new Ends(net)) {
            Channel server = ends.serve(new Ends.Hearer());
            InetSocketAddress taken = (InetSocketAddress) server.localAddress();
            assertThat(ends.server().childHandler(new Ends.Hearer()).bind(taken).await().cause())
                    .isInstanceOf(BindException.class);
            server.close().sync();
            ends.server().childHandler(new Ends.Hearer()).bind(taken).sync();

            InetSocketAddress elsewhere = new InetSocketAddress("203.0.113.9", 0);
            assertThat(
                            ends.server()
                                    .childHandler(new Ends.Hearer())
                                    .bind(elsewhere)
                                    .await()
                                    .cause())
                    .isInstanceOf(BindException.class)
                    .hasMessageContaining("not 203.0.113.9");
        }
    }

    @Test
    void shouldRefusePeersBeyondTheBacklog() throws Exception {
        Ends.Hearer there = new Ends.Hearer();
        try (Ends ends = new Ends(Ends.Net.MEMORY)) {
            Channel server =
                    ends.server()
                            .option(ChannelOption.SO_BACKLOG, 2)
                            .option(ChannelOption.AUTO_READ, false)
                            .childHandler(there)
                            .bind(0)
                            .sync()
                            .channel();
            ends.connect(server, new Ends.Hearer());
            ends.connect(server, new Ends.Hearer());
            ChannelFuture third =
                    ends.client().handler(new Ends.Hearer()).connect(server.localAddress()).await();
            assertThat(third.cause())
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("no resources");
            assertThat(there.channels).isEmpty();
            server.config().setAutoRead(true);
            assertThat(there.channel()).isNotNull();
            assertThat(there.channel()).isNotNull();
        }
    }

    @Test
    void shouldSayThatTheDeviceIsClosed() throws Exception {
        try (Ends ends = new Ends(Ends.Net.MEMORY)) {
            Channel server = ends.serve(new Ends.Hearer());
            ends.near.close();
            ChannelFuture failed =
                    ends.client().handler(new Ends.Hearer()).connect(server.localAddress()).await();
            assertThat(failed.cause())
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("the device is closed");
        }
    }

    @Test
    void shouldEndWhenTheDeviceIsClosed() throws Exception {
        Ends.Hearer here = new Ends.Hearer();
        try (Ends ends = new Ends(Ends.Net.MEMORY)) {
            Channel client = ends.connect(ends.serve(new Ends.Hearer()), here);
            ends.near.close();
            assertThat(here.next()).isInstanceOf(IOException.class);
            assertThat(here.next()).isEqualTo("inactive");
            client.closeFuture().sync();
        }
    }

    @Test
    void shouldTellTheServerThatItsDeviceIsClosed() throws Exception {
        Ends.Hearer server = new Ends.Hearer();
        try (Ends ends = new Ends(Ends.Net.MEMORY)) {
            Channel channel =
                    ends.server()
                            .handler(server)
                            .childHandler(new Ends.Hearer())
                            .bind(0)
                            .sync()
                            .channel();
            ends.far.close();
            channel.closeFuture().sync();
            assertThat(server.next())
                    .isInstanceOfSatisfying(
                            IOException.class,
                            e -> assertThat(e).hasMessage("the device is closed"));
            assertThat(server.next()).isEqualTo("inactive");
        }
    }

    /** As over NIO, by which it is this machine. */
    @ParameterizedTest
    @EnumSource
    void shouldFindItsOwnDeviceAtTheWildcard(Ends.Net net) throws Exception {
        Ends.Hearer there = new Ends.Hearer();
        try (Ends ends = new Ends(net)) {
            Channel server =
                    new ServerBootstrap()
                            .group(ends.nearLoops)
                            .channel(UrdmaServerSocketChannel.class)
                            .childOption(ChannelOption.ALLOCATOR, ends.buffers)
                            .childHandler(there)
                            .bind(0)
                            .sync()
                            .channel();
            int port = ((InetSocketAddress) server.localAddress()).getPort();
            Channel client =
                    ends.client()
                            .handler(new Ends.Hearer())
                            .connect(new InetSocketAddress(port))
                            .sync()
                            .channel();
            assertThat(client.remoteAddress()).isEqualTo(server.localAddress());
            client.writeAndFlush(ends.buffers.buffer().writeByte(8)).sync();
            assertThat(there.hear(1)).containsExactly(8);

            ChannelFuture nobody =
                    ends.client()
                            .handler(new Ends.Hearer())
                            .connect(new InetSocketAddress(port ^ 1))
                            .await();
            assertThat(nobody.cause()).isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void shouldNotRunInEventLoopsOfOthers() throws Exception {
        EventLoopGroup nio = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        try {
            Bootstrap wrong =
                    new Bootstrap()
                            .group(nio)
                            .channel(UrdmaSocketChannel.class)
                            .handler(new Ends.Hearer());
            assertThat(wrong.register().await().cause())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("incompatible event loop");
        } finally {
            nio.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        }
        assertThatThrownBy(() -> UrdmaIoHandler.newFactory(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("context");
    }

    @Test
    void shouldHaveNoThreadForAChannel() throws Exception {
        Ends.Hearer there = new Ends.Hearer();
        try (Ends ends = new Ends(Ends.Net.MEMORY)) {
            Channel server = ends.serve(there);
            ends.connect(server, new Ends.Hearer());
            ends.connect(server, new Ends.Hearer());
            there.channel();
            there.channel();
            long before = threads();
            List<Channel> channels = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                channels.add(ends.connect(server, new Ends.Hearer()));
                there.channel();
            }
            assertThat(threads()).isLessThanOrEqualTo(before); // of other tests some may end
            for (Channel each : channels) {
                each.close().sync();
            }
        }
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().startsWith("urdma-"))
                .count();
    }
}
