package org.urdma4j.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaChannelGroup;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.transport.channel.ChannelPair.Path;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A channel that is reset, and channels that share their threads. */
@Timeout(60)
class ChannelAbortTest {
    @Test
    void shouldEndWithAnErrorAtThePeer() throws Exception {
        for (Path path : new Path[] {Path.STANDARD, Path.URDMA_LOSSY}) {
            try (ChannelPair pair = new ChannelPair(path)) {
                FutureTask<Integer> waiting =
                        ChannelPair.start(() -> pair.client.read(ByteBuffer.allocate(1)));
                pair.client.write(ByteBuffer.wrap(new byte[] {1}));
                assertThat(pair.server.inputStream().read()).isEqualTo(1);
                pair.client.abort();
                pair.client.abort();
                assertThat(pair.client.isOpen()).isFalse();
                assertThatThrownBy(() -> pair.server.read(ByteBuffer.allocate(1)))
                        .isExactlyInstanceOf(IOException.class);
                assertThatThrownBy(waiting::get)
                        .cause()
                        .isInstanceOfAny(
                                AsynchronousCloseException.class, ClosedChannelException.class);
            }
        }
    }

    @Test
    void shouldTellWhoNeitherReadsNorWrites() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.URDMA)) {
            CountDownLatch told = new CountDownLatch(2);
            AtomicInteger again = new AtomicInteger();
            pair.server.onDisconnected(() -> {
                again.incrementAndGet();
                told.countDown();
            });
            pair.client.onDisconnected(again::incrementAndGet);
            pair.client.shutdownOutput();
            assertThat(pair.server.read(ByteBuffer.allocate(1))).isNegative();
            assertThat(again).hasValue(0);
            pair.client.abort(); // of which only the other one is told
            while (told.getCount() > 1) {
                Thread.sleep(1);
            }
            pair.server.onDisconnected(told::countDown); // it has ended already
            assertThat(told.getCount()).isZero();
            assertThat(again).hasValue(1);
        }
    }

    @Test
    void shouldTellThoughAnotherCallbackThrows() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.URDMA)) {
            CountDownLatch told = new CountDownLatch(2);
            pair.server.onDisconnected(told::countDown);
            pair.server.onReadable(() -> {
                told.countDown();
                throw new IllegalStateException("made by the test");
            });
            pair.server.configureBlocking(false);
            assertThat(pair.server.read(ByteBuffer.allocate(1))).isZero(); // so it waits now
            pair.client.abort();
            assertThat(told.await(50, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** The bytes stay for who looks at them, though the channel is gone. */
    @Test
    void shouldKeepWhatIsShown() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.URDMA)) {
            pair.client.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
            ByteBuffer seen = pair.server.peek();
            pair.server.abort();
            assertThat(seen.get(seen.position())).isEqualTo((byte) 1);
            assertThatThrownBy(() -> pair.server.advance(1))
                    .isInstanceOf(ClosedChannelException.class);
            pair.server.abort();
            assertThat(seen.get(seen.position())).as("given back").isZero();
        }
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("urdma-co"))
                .count();
    }

    @Test
    void shouldShareThreads() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.URDMA);
                RdmaServerChannel server =
                        RdmaServerChannel.listen(pair.other, 0, ChannelPair.SMALL)) {
            RdmaChannelGroup group = RdmaChannelGroup.open(pair.one, ChannelPair.SMALL);
            long before = threads();
            List<RdmaChannel> clients = new ArrayList<>();
            List<RdmaChannel> accepted = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                clients.add(group.connect(server.address()));
                accepted.add(server.accept());
            }
            assertThat(threads()).isLessThanOrEqualTo(before);
            group.close();
            assertThatThrownBy(() -> group.connect(server.address()))
                    .isInstanceOf(IllegalStateException.class);
            for (int i = 0; i < 20; i++) {
                clients.get(i).write(ByteBuffer.wrap(new byte[] {(byte) i}));
                assertThat(accepted.get(i).inputStream().read()).isEqualTo(i);
                clients.get(i).close();
                accepted.get(i).close();
            }
            while (threads() > before - 2) {
                Thread.sleep(5);
            }
        }
    }
}
