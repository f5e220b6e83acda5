package org.urdma4j.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.transport.channel.ChannelPair.Path;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.IllegalBlockingModeException;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

/** Channels that don't wait, and call back instead. */
@Timeout(120)
class ChannelModesTest {
    private static final int RING = 1 << 16;

    /** Sends back what it reads, on the threads of the channel, until the stream ends. */
    private static final class Echo {
        private final RdmaChannel channel;
        private final ByteBuffer held = ByteBuffer.allocate(5000).limit(0);
        private boolean over;

        Echo(RdmaChannel channel) {
            this.channel = channel.configureBlocking(false);
            channel.onReadable(this::step);
            channel.onWritable(this::step);
            step();
        }

        private synchronized void step() {
            try {
                while (!over) {
                    if (held.hasRemaining()) {
                        if (channel.write(held) == 0) {
                            return;
                        }
                    } else if (!refill()) {
                        return;
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private boolean refill() throws IOException {
            int n = channel.read(held.clear());
            held.flip();
            if (n < 0) {
                over = true;
                channel.close();
            }
            return n > 0;
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void shouldEchoByCallbacks(Path path) throws Exception {
        try (ChannelPair pair = new ChannelPair(path)) {
            byte[] data = new byte[20 * RING + 77];
            new Random(5).nextBytes(data);
            assertThat(new Echo(pair.server)).isNotNull();
            FutureTask<Void> writing =
                    ChannelPair.start(() -> {
                        pair.client.write(data, 0, data.length);
                        pair.client.shutdownOutput();
                        return null;
                    });
            assertThat(pair.client.inputStream().readAllBytes()).isEqualTo(data);
            writing.get();
            pair.client.close();
        }
    }

    @Test
    void shouldTakeAndGiveWhatThereIs() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.URDMA)) {
            RdmaChannel server = pair.server.configureBlocking(false);
            CompletableFuture<Void> readable = new CompletableFuture<>();
            server.onReadable(() -> readable.complete(null));
            ByteBuffer into = ByteBuffer.allocate(100);
            assertThat(server.isBlocking()).isFalse();
            assertThat(server.read(into)).isZero();
            assertThat(server.peek().hasRemaining()).isFalse();
            pair.client.write(ByteBuffer.allocate(30));
            readable.join();
            assertThat(server.read(into)).isEqualTo(30);

            RdmaChannel client = pair.client.configureBlocking(false);
            CompletableFuture<Void> writable = new CompletableFuture<>();
            client.onWritable(() -> writable.complete(null));
            ByteBuffer much = ByteBuffer.allocate(10 * RING);
            int taken = client.write(much);
            assertThat(taken).isBetween(1, RING);
            assertThat(much.position()).isEqualTo(taken);
            for (int left = taken; left > 0; ) {
                left -= Math.max(0, server.read(into.clear()));
            }
            writable.join();
            assertThat(client.write(much)).isPositive();
        }
    }

    @Test
    void shouldTellOfTheEndAndOfFailures() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.STANDARD)) {
            CompletableFuture<Integer> end = new CompletableFuture<>();
            RdmaChannel server = pair.server.configureBlocking(false);
            server.onReadable(() -> {
                try {
                    end.complete(server.read(ByteBuffer.allocate(1)));
                } catch (IOException e) {
                    end.completeExceptionally(e);
                }
            });
            assertThat(server.read(ByteBuffer.allocate(1))).isZero();
            pair.client.shutdownOutput();
            assertThat(end.join()).isEqualTo(-1);

            CompletableFuture<Void> failed = new CompletableFuture<>();
            RdmaChannel client = pair.client.configureBlocking(false);
            client.onReadable(() -> failed.complete(null));
            assertThat(client.read(ByteBuffer.allocate(1))).isZero();
            pair.other.close();
            failed.join();
            assertThatThrownBy(() -> client.read(ByteBuffer.allocate(1)))
                    .isExactlyInstanceOf(IOException.class);
        }
    }

    @Test
    void shouldDeliverWhatWasWrittenAfterAnUnwaitedClose() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.URDMA_LOSSY)) {
            pair.client.configureBlocking(false);
            assertThat(pair.client.write(ByteBuffer.allocate(RING))).isEqualTo(RING);
            pair.client.close();
            assertThat(pair.server.inputStream().readAllBytes()).hasSize(RING);
            pair.server.close();
        }
    }

    @Test
    void shouldCloseAnotherChannelOfTheSameThreadsInACallback() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.URDMA);
                RdmaServerChannel listener =
                        RdmaServerChannel.listen(pair.other, 0, ChannelPair.SMALL);
                RdmaChannel first = RdmaChannel.connect(pair.one, listener.address());
                RdmaChannel closing = listener.accept();
                RdmaChannel second = RdmaChannel.connect(pair.one, listener.address())) {
            RdmaChannel closed = listener.accept();
            closing.configureBlocking(false);
            closing.onReadable(() -> {
                try {
                    closed.write(ByteBuffer.allocate(100));
                    closed.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            assertThat(closing.read(ByteBuffer.allocate(1))).isZero();
            first.write(ByteBuffer.allocate(1));
            assertThat(second.inputStream().readAllBytes()).hasSize(100);
        }
    }

    @Test
    void shouldCallNobodyBackAfterClose() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.URDMA)) {
            AtomicInteger calls = new AtomicInteger();
            pair.client.configureBlocking(false);
            pair.client.onReadable(calls::incrementAndGet);
            pair.client.onWritable(calls::incrementAndGet);
            assertThat(pair.client.read(ByteBuffer.allocate(1))).isZero();
            assertThat(pair.client.write(ByteBuffer.allocate(2 * RING))).isEqualTo(RING);
            pair.client.close();
            assertThat(pair.server.inputStream().readAllBytes()).hasSize(RING);
            pair.server.close();
            assertThat(calls).hasValue(0);
        }
    }

    @Test
    void shouldEndTheChannelWhoseCallbackThrows() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.STANDARD)) {
            CompletableFuture<Throwable> told = new CompletableFuture<>();
            Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
            Thread.setDefaultUncaughtExceptionHandler((_, e) -> told.complete(e));
            try {
                RdmaChannel server = pair.server.configureBlocking(false);
                server.onReadable(() -> {
                    throw new IllegalArgumentException("on purpose");
                });
                assertThat(server.read(ByteBuffer.allocate(1))).isZero();
                pair.client.write(ByteBuffer.allocate(1));
                assertThat(told.join()).hasMessage("on purpose");
                assertThatThrownBy(() -> pair.client.read(ByteBuffer.allocate(1)))
                        .isExactlyInstanceOf(IOException.class);
            } finally {
                Thread.setDefaultUncaughtExceptionHandler(before);
            }
        }
    }

    @Test
    void shouldRefuseStreamsThatWouldHaveToWait() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.STANDARD)) {
            pair.client.configureBlocking(false);
            assertThatThrownBy(() -> pair.client.inputStream().read())
                    .isInstanceOf(IllegalBlockingModeException.class);
            assertThatThrownBy(() -> pair.client.outputStream().write(1))
                    .isInstanceOf(IllegalBlockingModeException.class);
            assertThatThrownBy(pair.client::flush).isInstanceOf(IllegalBlockingModeException.class);
        }
    }

    @Test
    void shouldAcceptByCallback() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.STANDARD);
                RdmaServerChannel listener =
                        RdmaServerChannel.listen(pair.other, 0, ChannelPair.SMALL)) {
            listener.configureBlocking(false);
            assertThat(listener.accept()).isNull();
            CompletableFuture<RdmaChannel> accepted = new CompletableFuture<>();
            listener.onAcceptable(() -> {
                try {
                    accepted.complete(listener.accept());
                } catch (IOException e) {
                    accepted.completeExceptionally(e);
                }
            });
            try (RdmaChannel client =
                    RdmaChannel.connect(pair.one, listener.address(), ChannelPair.SMALL)) {
                accepted.join().write(ByteBuffer.wrap(new byte[] {42}));
                assertThat(client.inputStream().read()).isEqualTo(42);
                assertThat(client.remoteAddress()).isEqualTo(listener.address());
                assertThat(accepted.join().remoteAddress().getAddress())
                        .isEqualTo(client.localAddress().getAddress());
            }
        }
    }
}
