package org.urdma4j.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.transport.channel.ChannelPair.Path;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;

/** Channels whose bytes are brought by a thread of the program. */
@Timeout(60)
class ChannelProgressTest {
    /** What an event loop does for one channel. */
    private static final class Loop {
        private final RdmaChannel channel;
        private final Semaphore wakeups = new Semaphore(1);
        private volatile boolean again;

        Loop(RdmaChannel channel) {
            this.channel = channel;
            channel.configureBlocking(false);
            channel.onReadable(this::again);
            channel.onWritable(this::again);
            channel.onProgress(wakeups::release);
        }

        /** At first the channel's thread may call, too. */
        private void again() {
            again = true;
            wakeups.release();
        }

        /** Writes and reads all. */
        byte[] run(byte[] sent, int length) throws IOException, InterruptedException {
            ByteBuffer from = ByteBuffer.wrap(sent);
            ByteBuffer to = ByteBuffer.allocate(length);
            turn(from, to);
            while (from.hasRemaining() || to.hasRemaining()) {
                wakeups.acquire();
                wakeups.drainPermits();
                turn(from, to);
            }
            return to.array();
        }

        /** The same, and leaves the rest to the channel's thread. */
        byte[] runAndLeave(byte[] sent, int length) throws IOException, InterruptedException {
            byte[] read = run(sent, length);
            channel.onProgress(null);
            return read;
        }

        private void turn(ByteBuffer from, ByteBuffer to) throws IOException {
            do {
                again = false;
                channel.write(from);
                int read = 1;
                while (to.hasRemaining() && read > 0) {
                    read = channel.read(to);
                }
                again |= channel.progress();
            } while (again);
        }
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    @ParameterizedTest
    @EnumSource
    void shouldCarryBothWays(Path path) throws Exception {
        byte[] there = bytes(700_000);
        byte[] back = bytes(800_000);
        try (ChannelPair pair = new ChannelPair(path)) {
            Loop server = new Loop(pair.server);
            FutureTask<byte[]> other =
                    ChannelPair.start(() -> server.runAndLeave(back, there.length));
            assertThat(new Loop(pair.client).runAndLeave(there, back.length)).isEqualTo(back);
            assertThat(other.get()).isEqualTo(there);
        }
    }

    /** Each message waits for the one before it, and few at a time are on the way. */
    @ParameterizedTest
    @EnumSource(names = {"STANDARD", "URDMA"})
    void shouldCarryManySmallMessages(Path path) throws Exception {
        try (ChannelPair pair = new ChannelPair(path)) {
            Loop server = new Loop(pair.server);
            Loop client = new Loop(pair.client);
            FutureTask<Integer> other =
                    ChannelPair.start(() -> {
                        int sum = 0;
                        for (int i = 0; i < 1000; i++) {
                            sum += server.run(new byte[0], 1)[0];
                            server.run(new byte[] {2}, 0);
                        }
                        return sum;
                    });
            for (int i = 0; i < 1000; i++) {
                assertThat(client.run(new byte[] {1}, 1)).containsExactly(2);
            }
            assertThat(other.get()).isEqualTo(1000);
        }
    }

    @Test
    void shouldBringNothingByItself() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.URDMA)) {
            Semaphore wakeups = new Semaphore(0);
            Semaphore readable = new Semaphore(0);
            pair.server.configureBlocking(false);
            pair.server.onReadable(readable::release);
            assertThat(pair.server.read(ByteBuffer.allocate(1))).isZero();
            pair.server.onProgress(wakeups::release);
            pair.client.write(new byte[] {7}, 0, 1);
            wakeups.acquire();
            pair.client.flush();
            assertThat(pair.server.available()).isZero();
            assertThat(readable.availablePermits()).isZero();
            while (pair.server.available() == 0) {
                pair.server.progress();
            }
            assertThat(readable.availablePermits()).isEqualTo(1);
        }
    }

    /** Whatever the program has left undone. */
    @Test
    void shouldBringAllByAThreadOfItsOwnAgain() throws Exception {
        byte[] sent = bytes(300_000);
        try (ChannelPair pair = new ChannelPair(Path.URDMA)) {
            pair.server.onProgress(() -> {});
            pair.client.write(sent, 0, 10);
            pair.client.flush();
            pair.server.onProgress(null);
            FutureTask<Integer> rest =
                    ChannelPair.start(() -> pair.client.write(sent, 10, sent.length - 10));
            assertThat(pair.server.inputStream().readNBytes(sent.length)).isEqualTo(sent);
            assertThat(rest.get()).isEqualTo(sent.length - 10);
        }
    }

    /** A program that throws keeps nobody from what has arrived. */
    @Test
    void shouldSurviveAWakerThatThrows() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.URDMA)) {
            pair.server.onProgress(() -> {
                throw new IllegalStateException("a program's own");
            });
            pair.client.write(new byte[] {7}, 0, 1);
            assertThat(pair.server.inputStream().read()).isEqualTo(7);
        }
    }

    @Test
    void shouldCloseWhileTheProgramBringsNothing() throws Exception {
        byte[] sent = bytes(50_000);
        try (ChannelPair pair = new ChannelPair(Path.URDMA)) {
            pair.client.configureBlocking(false);
            pair.client.onProgress(() -> {});
            assertThat(pair.client.write(sent, 0, sent.length)).isEqualTo(sent.length);
            pair.client.onProgress(null);
            pair.client.close();
            assertThat(pair.server.inputStream().readAllBytes()).isEqualTo(sent);
        }
    }
}
