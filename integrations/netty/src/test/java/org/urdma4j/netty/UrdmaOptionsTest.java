package org.urdma4j.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ServerSocketChannelConfig;
import io.netty.channel.socket.SocketChannelConfig;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.channel.ChannelOptions;

import java.io.IOException;
import java.time.Duration;

/** What can be set, and what can't. */
@Timeout(60)
class UrdmaOptionsTest {
    @Test
    void shouldRoundRingsUp() {
        SocketChannelConfig config = new UrdmaSocketChannel().config();
        assertThat(config.getReceiveBufferSize()).isEqualTo(ChannelOptions.DEFAULT.receiveBytes());
        assertThat(config.setReceiveBufferSize(1).getReceiveBufferSize()).isEqualTo(1 << 16);
        assertThat(config.setReceiveBufferSize(65_537).getReceiveBufferSize()).isEqualTo(1 << 17);
        assertThat(config.setSendBufferSize(Integer.MAX_VALUE).getSendBufferSize())
                .isEqualTo(1 << 30);
        assertThatThrownBy(() -> config.setSendBufferSize(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("SO_SNDBUF is 0, must be 1 at least");
    }

    @Test
    void shouldListWhatItHas() {
        Channel channel = new UrdmaSocketChannel();
        assertThat(channel.config().getOptions())
                .containsEntry(ChannelOption.SO_RCVBUF, 1 << 26)
                .containsEntry(ChannelOption.SO_SNDBUF, 1 << 26)
                .containsEntry(ChannelOption.SO_LINGER, -1)
                .containsEntry(ChannelOption.TCP_NODELAY, true)
                .containsEntry(ChannelOption.SO_KEEPALIVE, true)
                .containsEntry(ChannelOption.SO_REUSEADDR, true)
                .containsEntry(ChannelOption.ALLOW_HALF_CLOSURE, false)
                .containsKey(ChannelOption.WRITE_BUFFER_WATER_MARK)
                .doesNotContainKey(ChannelOption.IP_TOS);
        channel.config().getOptions().forEach((option, value) -> setAgain(channel, option, value));

        Channel server = new UrdmaServerSocketChannel();
        assertThat(server.config().getOptions())
                .containsEntry(ChannelOption.SO_BACKLOG, 64)
                .containsEntry(ChannelOption.SO_SNDBUF, 1 << 26);
        server.config().getOptions().forEach((option, value) -> setAgain(server, option, value));
    }

    @SuppressWarnings("unchecked")
    private static void setAgain(Channel channel, ChannelOption<?> option, Object value) {
        assertThat(channel.config().setOption((ChannelOption<Object>) option, value))
                .as(option.name())
                .isTrue();
        assertThat(channel.config().getOption(option)).as(option.name()).isEqualTo(value);
    }

    @Test
    void shouldRefuseWhatItHasNot() {
        SocketChannelConfig config = new UrdmaSocketChannel().config();
        assertThat(config.setOption(ChannelOption.IP_TOS, 4)).isFalse();
        assertThat(config.setOption(ChannelOption.TCP_FASTOPEN_CONNECT, true)).isFalse();
        assertThat(config.getOption(ChannelOption.IP_TOS)).isNull();
        assertThatThrownBy(() -> config.setTrafficClass(4))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("ContextAttr.dscp");
        assertThat(config.setOption(ChannelOption.TCP_NODELAY, false)).isFalse();
        assertThat(config.setOption(ChannelOption.SO_KEEPALIVE, false)).isFalse();
        assertThatThrownBy(() -> config.setTcpNoDelay(false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("TCP_NODELAY can't be switched off");
        assertThatThrownBy(() -> config.setKeepAlive(false))
                .isInstanceOf(IllegalArgumentException.class);

        ServerSocketChannelConfig server = new UrdmaServerSocketChannel().config();
        assertThat(server.setOption(ChannelOption.TCP_FASTOPEN, 3)).isFalse();
        assertThat(server.setOption(ChannelOption.SO_REUSEADDR, false)).isFalse();
        assertThatThrownBy(() -> server.setBacklog(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("SO_BACKLOG is 0, must be 1 at least");
        assertThatThrownBy(() -> server.setReuseAddress(false))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** A sender that is never read from gets rid of the first ring and a grown one, and no more. */
    @Test
    void shouldMakeTheRingsThatAreAskedFor() throws Exception {
        Ends.Hearer there = new Ends.Hearer();
        try (Ends ends = new Ends(Ends.Net.MEMORY)) {
            Channel server =
                    ends.server()
                            .option(ChannelOption.SO_RCVBUF, 200_000)
                            .option(ChannelOption.SO_SNDBUF, 70_000)
                            .childOption(ChannelOption.AUTO_READ, false)
                            .childHandler(there)
                            .bind(0)
                            .sync()
                            .channel();
            Channel client =
                    ends.client()
                            .option(ChannelOption.SO_SNDBUF, 1 << 20)
                            .handler(new Ends.Hearer())
                            .connect(server.localAddress())
                            .sync()
                            .channel();
            assertThat(client.config().getOption(ChannelOption.SO_RCVBUF)).isEqualTo(1 << 16);
            Channel accepted = there.channel();
            assertThat(accepted.config().getOption(ChannelOption.SO_RCVBUF)).isEqualTo(1 << 18);
            assertThat(accepted.config().getOption(ChannelOption.SO_SNDBUF)).isEqualTo(1 << 17);
            assertThat(accepted.config().setOption(ChannelOption.SO_RCVBUF, 1 << 20)).isFalse();
            SocketChannelConfig late = ((UrdmaSocketChannel) accepted).config();
            assertThatThrownBy(() -> late.setReceiveBufferSize(1 << 20))
                    .isInstanceOf(ChannelException.class)
                    .hasMessageContaining("ServerBootstrap.option");
            assertThatThrownBy(() -> server.config().setOption(ChannelOption.SO_BACKLOG, 3))
                    .isInstanceOf(ChannelException.class);

            ChannelFuture first = client.write(ends.buffers.buffer().writeZero(1 << 18));
            ChannelFuture second =
                    client.writeAndFlush(ends.buffers.buffer().writeZero((1 << 16) + 1));
            first.sync();
            client.eventLoop().submit(() -> {}).sync();
            assertThat(second.isDone()).isFalse();
        }
    }

    /** A closed channel doesn't wait for ever for a peer that takes nothing. */
    @Test
    void shouldGiveUpOnAPeerThatTakesNothing() throws Exception {
        ChannelOptions impatient = Ends.SMALL.toBuilder().patience(Duration.ofMillis(300)).build();
        try (Ends ends = new Ends(Ends.Net.MEMORY, impatient)) {
            shouldGiveUp(ends, -1);
        }
    }

    @Test
    void shouldLingerAsLongAsItIsToldTo() throws Exception {
        try (Ends ends = new Ends(Ends.Net.MEMORY)) {
            shouldGiveUp(ends, 1);
        }
    }

    /** Otherwise the bytes would arrive once the path is there again. */
    private static void shouldGiveUp(Ends ends, int linger) throws Exception {
        Ends.Hearer there = new Ends.Hearer();
        Channel server = ends.serve(there);
        int pairs = ends.near.statistics(0).queuePairCount();
        Channel client =
                ends.client()
                        .option(ChannelOption.SO_LINGER, linger)
                        .handler(new Ends.Hearer())
                        .connect(server.localAddress())
                        .sync()
                        .channel();
        there.channel();
        ends.cut = true;
        client.writeAndFlush(ends.buffers.buffer().writeZero(1000)).sync();
        client.close().sync();
        assertThat(ends.near.statistics(0).queuePairCount()).isGreaterThan(pairs);
        ends.awaitPairs(pairs);
        ends.cut = false;
        assertThat(there.next()).isInstanceOf(IOException.class);
        assertThat(there.heard()).isZero();
    }
}
