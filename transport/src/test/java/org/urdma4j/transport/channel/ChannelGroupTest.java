package org.urdma4j.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaChannelGroup;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.transport.channel.ChannelPair.Path;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

/** Channels of a group that connect without a thread that waits. */
@Timeout(60)
class ChannelGroupTest {
    private ChannelPair pair;
    private RdmaServerChannel server;
    private RdmaChannelGroup group;

    @BeforeEach
    void open() throws IOException {
        pair = new ChannelPair(Path.URDMA);
        server = RdmaServerChannel.listen(pair.other, 0, 40, ChannelPair.SMALL);
        group = RdmaChannelGroup.open(pair.one, ChannelPair.SMALL);
    }

    @AfterEach
    void close() {
        group.close();
        server.close();
        pair.close();
    }

    private CompletableFuture<RdmaChannel> connect(InetSocketAddress there) {
        return group.connectAsync(null, there, ChannelPair.SMALL);
    }

    @Test
    void shouldConnectManyAtOnce() throws Exception {
        List<CompletableFuture<RdmaChannel>> attempts = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            attempts.add(connect(server.address()));
        }
        for (CompletableFuture<RdmaChannel> each : attempts) {
            each.get().write(new byte[] {1}, 0, 1);
        }
        int sum = 0;
        for (int i = 0; i < 40; i++) {
            try (RdmaChannel accepted = server.accept()) {
                sum += accepted.inputStream().read();
            }
        }
        assertThat(sum).isEqualTo(40);
        assertThat(attempts.getFirst().get().inputStream().read()).isEqualTo(-1);
    }

    @Test
    void shouldConnectFromAPort() throws Exception {
        InetSocketAddress source = new InetSocketAddress(41_234);
        try (RdmaChannel one =
                        group.connectAsync(source, server.address(), ChannelPair.SMALL).get();
                RdmaChannel accepted = server.accept()) {
            assertThat(one.localAddress().getPort()).isEqualTo(41_234);
            assertThat(accepted.remoteAddress()).isEqualTo(one.localAddress());
            assertThatThrownBy(group.connectAsync(source, server.address(), ChannelPair.SMALL)::get)
                    .hasCauseInstanceOf(ConnectException.class);
        }
    }

    @Test
    void shouldSayThatNobodyListens() {
        InetSocketAddress there = server.address();
        server.close();
        assertThatThrownBy(connect(there)::get)
                .hasCauseInstanceOf(ConnectException.class)
                .hasMessageContaining("ECONNREFUSED");
        assertThat(pair.one.connections().ids()).as("those of the pair").isEqualTo(1);
    }

    /** Whenever it is cancelled, nothing is left of it. */
    @Test
    void shouldBeCancelled() throws Exception {
        for (int i = 0; i < 50; i++) {
            CompletableFuture<RdmaChannel> attempt = connect(server.address());
            Thread.sleep(0, i * 20_000);
            if (attempt.cancel(false)) {
                assertThatThrownBy(attempt::get).isInstanceOf(CancellationException.class);
            } else {
                attempt.get().abort();
            }
            for (int look = 0; pair.one.connections().ids() > 1; look++) {
                assertThat(look).as("looks, until it was gone").isLessThan(2000);
                Thread.sleep(5);
            }
        }
    }

    @Test
    void shouldConnectNoMoreWhenItIsClosed() throws Exception {
        RdmaChannel one = connect(server.address()).get();
        group.close();
        assertThatThrownBy(() -> connect(server.address()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the group is closed");
        one.write(ByteBuffer.wrap(new byte[] {9}));
        try (RdmaChannel accepted = server.accept()) {
            assertThat(accepted.inputStream().read()).isEqualTo(9);
            one.close();
        }
    }

    @Test
    void shouldSayThatTheDeviceIsClosed() {
        pair.one.close();
        assertThatThrownBy(connect(server.address())::get)
                .hasCauseInstanceOf(ConnectException.class);
    }

    @Test
    void shouldAcceptAsManyAsMayWait() {
        assertThatThrownBy(() -> RdmaServerChannel.listen(pair.other, 0, 0, ChannelPair.SMALL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("backlog is 0, must be 1 at least");
        for (int i = 0; i < 40; i++) {
            assertThat(connect(server.address()).join().isOpen()).isTrue();
        }
        assertThatThrownBy(connect(server.address())::get)
                .hasMessageContaining("it has no resources left (reason 3)");
    }
}
