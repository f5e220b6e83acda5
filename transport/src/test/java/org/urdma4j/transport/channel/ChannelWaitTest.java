package org.urdma4j.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.transport.channel.ChannelPair.Path;

import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Threads that wait for a channel: for each other, for the peer, and until they are interrupted.
 */
@Timeout(120)
class ChannelWaitTest {
    private static final int RING = 1 << 16;

    /** A thread, what it calls, and whether it was still interrupted then. */
    private static final class Interrupted<T> {
        final AtomicBoolean after = new AtomicBoolean();
        final FutureTask<T> task;
        final Thread thread;

        Interrupted(Callable<T> call) {
            task =
                    new FutureTask<>(() -> {
                        try {
                            return call.call();
                        } finally {
                            after.set(Thread.currentThread().isInterrupted());
                        }
                    });
            thread = Thread.ofPlatform().daemon().start(task);
        }

        void awaitWaiting() {
            while (thread.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void shouldCloseWhenAReaderIsInterrupted() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.URDMA)) {
            Interrupted<Integer> reader =
                    new Interrupted<>(() -> pair.client.read(ByteBuffer.allocate(1)));
            reader.awaitWaiting();
            FutureTask<Integer> second =
                    ChannelPair.start(() -> pair.client.read(ByteBuffer.allocate(1)));
            reader.thread.interrupt();
            assertThatThrownBy(reader.task::get)
                    .hasCauseExactlyInstanceOf(ClosedByInterruptException.class);
            assertThat(reader.after).isTrue();
            assertThat(pair.client.isOpen()).isFalse();
            assertThatThrownBy(second::get).hasCauseInstanceOf(ClosedChannelException.class);
            assertThatThrownBy(() -> pair.server.write(ByteBuffer.allocate(10 * RING)))
                    .hasMessageContaining("the peer");
        }
    }

    @Test
    void shouldCloseWhenAWriterIsInterrupted() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.STANDARD)) {
            Interrupted<Integer> writer =
                    new Interrupted<>(() -> pair.client.write(ByteBuffer.allocate(10 * RING)));
            Interrupted<Integer> reader =
                    new Interrupted<>(() -> pair.client.read(ByteBuffer.allocate(1)));
            writer.awaitWaiting();
            reader.awaitWaiting();
            writer.thread.interrupt();
            assertThatThrownBy(writer.task::get)
                    .hasCauseExactlyInstanceOf(ClosedByInterruptException.class);
            assertThatThrownBy(reader.task::get)
                    .hasCauseExactlyInstanceOf(AsynchronousCloseException.class);
            assertThat(writer.after).isTrue();
            assertThat(reader.after).isFalse();
        }
    }

    @Test
    void shouldCloseWhenTheThreadWasInterruptedBefore() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.URDMA)) {
            pair.server.write(ByteBuffer.allocate(5));
            Interrupted<Integer> reader =
                    new Interrupted<>(() -> {
                        Thread.currentThread().interrupt();
                        return pair.client.read(ByteBuffer.allocate(1));
                    });
            assertThatThrownBy(reader.task::get)
                    .hasCauseExactlyInstanceOf(ClosedByInterruptException.class);
            assertThat(reader.after).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void shouldWaitForASlowReader(Path path) throws Exception {
        try (ChannelPair pair = new ChannelPair(path)) {
            int bytes = 20 * RING;
            FutureTask<Integer> writing =
                    ChannelPair.start(() -> pair.client.write(ByteBuffer.allocate(bytes)));
            ByteBuffer into = ByteBuffer.allocate(7001);
            for (int done = 0; done < bytes; ) {
                assertThat(pair.client.written()).isLessThanOrEqualTo(done + RING);
                int n = pair.server.read(into.clear());
                assertThat(n).isPositive();
                done += n;
            }
            assertThat(writing.get()).isEqualTo(bytes);
        }
    }

    @Test
    void shouldSendNoMessageForEachSmallRead() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.URDMA)) {
            pair.client.write(ByteBuffer.allocate(RING));
            pair.client.flush();
            while (pair.server.available() < RING) {
                Thread.onSpinWait();
            }
            long before = pair.packets.get();
            ByteBuffer one = ByteBuffer.allocate(1);
            for (int i = 0; i < RING; i++) {
                assertThat(pair.server.read(one.clear())).isEqualTo(1);
            }
            pair.client.write(ByteBuffer.allocate(1));
            pair.client.flush();
            assertThat(pair.packets.get() - before).isLessThan(RING / 100);
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void shouldNotMixWhatTwoWrite(Path path) throws Exception {
        try (ChannelPair pair = new ChannelPair(path)) {
            int record = 50_000;
            int each = 20;
            FutureTask<Void> first = ChannelPair.start(() -> write(pair.client, 1, record, each));
            FutureTask<Void> second = ChannelPair.start(() -> write(pair.client, 2, record, each));
            byte[] got = new byte[record];
            int[] seen = new int[3];
            for (int i = 0; i < 2 * each; i++) {
                for (int done = 0; done < record; ) {
                    done += pair.server.read(got, done, record - done);
                }
                for (byte b : got) {
                    assertThat(b).isEqualTo(got[0]);
                }
                seen[got[0]]++;
            }
            first.get();
            second.get();
            assertThat(seen).containsExactly(0, each, each);
        }
    }

    private static Void write(RdmaChannel channel, int value, int record, int times)
            throws Exception {
        byte[] bytes = new byte[record];
        Arrays.fill(bytes, (byte) value);
        for (int i = 0; i < times; i++) {
            channel.write(ByteBuffer.wrap(bytes));
        }
        return null;
    }

    @Test
    void shouldGiveEachByteToOneOfTwoReaders() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.URDMA)) {
            int bytes = 20 * RING;
            FutureTask<Integer> first = ChannelPair.start(() -> count(pair.server));
            FutureTask<Integer> second = ChannelPair.start(() -> count(pair.server));
            pair.client.write(ByteBuffer.allocate(bytes));
            pair.client.shutdownOutput();
            assertThat(first.get() + second.get()).isEqualTo(bytes);
        }
    }

    private static int count(RdmaChannel channel) throws Exception {
        int all = 0;
        ByteBuffer into = ByteBuffer.allocate(999);
        for (int n = 0; n >= 0; n = channel.read(into.clear())) {
            all += n;
        }
        return all;
    }

    @Test
    void shouldWaitInVirtualThreads() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.URDMA)) {
            FutureTask<Integer> reading = new FutureTask<>(() -> count(pair.server));
            Thread.startVirtualThread(reading);
            FutureTask<Void> writing = new FutureTask<>(() -> write(pair.client, 1, 5 * RING, 5));
            Thread.startVirtualThread(writing);
            writing.get();
            pair.client.close();
            assertThat(reading.get()).isEqualTo(25 * RING);
        }
    }
}
