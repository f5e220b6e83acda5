package org.urdma4j.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.transport.channel.ChannelPair.Path;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.FutureTask;

/** Bytes of each sort of buffer, in pieces of any length, arrive as they were written. */
@Timeout(120)
class ChannelStreamTest {
    private static final int BYTES = 2_000_000;

    private static byte[] bytes(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static ByteBuffer like(int sort, byte[] data, int offset, int length) {
        return switch (sort) {
            case 0 -> ByteBuffer.wrap(data, offset, length);
            case 1 -> ByteBuffer.allocateDirect(length).put(data, offset, length).flip();
            case 2 -> ByteBuffer.wrap(data, offset, length).slice();
            case 3 -> ByteBuffer.wrap(data, offset, length).asReadOnlyBuffer();
            default ->
                    ByteBuffer.allocateDirect(length + 20)
                            .position(10)
                            .put(data, offset, length)
                            .flip()
                            .position(10)
                            .slice()
                            .asReadOnlyBuffer();
        };
    }

    private static Void write(RdmaChannel channel, byte[] data, long seed) throws IOException {
        Random random = new Random(seed);
        int done = 0;
        while (done < data.length) {
            int most = random.nextInt(4) == 0 ? 200_000 : 1 + random.nextInt(3000);
            int length = Math.min(most, data.length - done);
            ByteBuffer from = like(random.nextInt(5), data, done, length);
            assertThat(channel.write(from)).isEqualTo(length);
            assertThat(from.hasRemaining()).isFalse();
            done += length;
        }
        channel.shutdownOutput();
        return null;
    }

    private static byte[] read(RdmaChannel channel, long seed) throws IOException {
        Random random = new Random(seed);
        byte[] all = new byte[BYTES];
        int done = 0;
        int n = 0;
        while (n >= 0) {
            ByteBuffer to =
                    random.nextBoolean()
                            ? ByteBuffer.allocate(1 + random.nextInt(100_000)).position(1).slice()
                            : ByteBuffer.allocateDirect(1 + random.nextInt(100));
            int room = to.remaining();
            n = channel.read(to);
            if (n > 0) {
                assertThat(to.remaining()).isEqualTo(room - n);
                to.flip().get(all, done, n);
                done += n;
            }
        }
        assertThat(done).isEqualTo(BYTES);
        return all;
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void shouldCarryBothDirectionsAtATime(Path path) throws Exception {
        try (ChannelPair pair = new ChannelPair(path)) {
            byte[] there = bytes(1, BYTES);
            byte[] back = bytes(2, BYTES);
            FutureTask<Void> first = ChannelPair.start(() -> write(pair.client, there, 3));
            FutureTask<Void> second = ChannelPair.start(() -> write(pair.server, back, 4));
            FutureTask<byte[]> got = ChannelPair.start(() -> read(pair.client, 5));
            assertThat(read(pair.server, 6)).isEqualTo(there);
            assertThat(got.get()).isEqualTo(back);
            first.get();
            second.get();
            assertThat(pair.client.written()).isEqualTo(BYTES);
            pair.client.close();
            pair.server.close();
            assertThat(pair.one.connections().ids() + pair.other.connections().ids()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void shouldCarrySingleBytes(Path path) throws Exception {
        try (ChannelPair pair = new ChannelPair(path)) {
            byte[] data = bytes(7, 20_000);
            FutureTask<Void> writing =
                    ChannelPair.start(() -> {
                        for (byte each : data) {
                            pair.client.write(new byte[] {each}, 0, 1);
                        }
                        pair.client.close();
                        return null;
                    });
            byte[] got = new byte[data.length];
            for (int i = 0; i < got.length; i++) {
                assertThat(pair.server.read(got, i, 1)).isEqualTo(1);
            }
            assertThat(pair.server.read(got, 0, 1)).isEqualTo(-1);
            writing.get();
            assertThat(got).isEqualTo(data);
        }
    }
}
