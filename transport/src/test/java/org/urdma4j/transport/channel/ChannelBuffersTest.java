package org.urdma4j.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.transport.channel.ChannelPair.Path;
import org.urdma4j.verbs.MemoryRegion;

import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** What channels read into and write from: buffers, registered memory, streams and files. */
@Timeout(120)
class ChannelBuffersTest {
    private static final int RING = 1 << 16;

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static FutureTask<byte[]> readAll(RdmaChannel channel) {
        return ChannelPair.start(() -> channel.inputStream().readAllBytes());
    }

    @Test
    void shouldTakeBuffersOfNothing() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.URDMA)) {
            assertThat(pair.client.write(ByteBuffer.allocate(0))).isZero();
            assertThat(pair.client.write(new byte[3], 3, 0)).isZero();
            assertThat(pair.client.read(ByteBuffer.allocateDirect(0))).isZero();
            assertThat(pair.client.read(new byte[0], 0, 0)).isZero();
            assertThat(pair.client.inputStream().read(new byte[5], 5, 0)).isZero();
            assertThat(pair.client.written()).isZero();
        }
    }

    /** Small ones in one WRITE, as if they were one; what is longer than the ring in several. */
    @Test
    void shouldGatherAndScatter() throws Exception {
        byte[] bytes = bytes(3 * RING);
        try (ChannelPair pair = new ChannelPair(Path.URDMA)) {
            ByteBuffer[] small = {
                ByteBuffer.wrap(bytes, 0, 5),
                ByteBuffer.allocate(0),
                ByteBuffer.allocateDirect(7).put(bytes, 5, 7).flip(),
                ByteBuffer.wrap(bytes, 12, 4)
            };
            assertThat(pair.client.write(small)).isEqualTo(16);
            assertThat(pair.client.write(small)).isZero();
            ByteBuffer[] parts = {
                ByteBuffer.allocate(9), ByteBuffer.allocateDirect(0), ByteBuffer.allocateDirect(90)
            };
            assertThat(pair.server.read(parts)).as("all came at once").isEqualTo(16);
            assertThat(parts[0].flip()).isEqualTo(ByteBuffer.wrap(bytes, 0, 9));
            assertThat(parts[2].flip()).isEqualTo(ByteBuffer.wrap(bytes, 9, 7));
            assertThat(pair.server.read(parts, 1, 1)).isZero();

            FutureTask<byte[]> reading = readAll(pair.server);
            ByteBuffer[] large = {
                ByteBuffer.wrap(bytes, 0, 1000),
                ByteBuffer.wrap(bytes, 1000, 2 * RING),
                ByteBuffer.wrap(bytes, 1000 + 2 * RING, RING - 1000)
            };
            assertThat(pair.client.write(large, 0, 3)).isEqualTo(bytes.length);
            pair.client.shutdownOutput();
            assertThat(reading.get()).isEqualTo(bytes);
            assertThat(pair.server.read(new ByteBuffer[] {ByteBuffer.allocate(1)})).isEqualTo(-1);
            assertThatThrownBy(() -> pair.client.write(small))
                    .isInstanceOf(ClosedChannelException.class);
            assertThatThrownBy(() -> pair.server.read(parts, 1, 3))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void shouldRefuseBuffersThatCannotBe() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.URDMA)) {
            RdmaChannel client = pair.client;
            MemoryRegion region = client.allocate(8);
            assertThatThrownBy(() -> client.read(ByteBuffer.allocate(1).asReadOnlyBuffer()))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> client.read((ByteBuffer) null))
                    .isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> client.write((ByteBuffer) null))
                    .isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> client.write(new byte[2], 1, 2))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> client.read(new byte[2], -1, 1))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> client.write(region, 4, 5))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> client.advance(1))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> client.advance(-1))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(client.isOpen()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void shouldWriteRegisteredMemoryBetweenCopies(Path path) throws Exception {
        try (ChannelPair pair = new ChannelPair(path)) {
            byte[] data = bytes(7 * RING + 11);
            MemoryRegion region = pair.client.allocate(data.length);
            MemorySegment.copy(MemorySegment.ofArray(data), 0, region.segment(), 0, data.length);
            FutureTask<byte[]> reading = readAll(pair.server);
            int at = 3 * RING - 5;
            pair.client.write(data, 0, 1000);
            assertThat(pair.client.write(region, 1000, at - 1000)).isEqualTo(at - 1000);
            ByteBuffer rest = region.segment().asByteBuffer().position(at);
            assertThat(pair.client.write(rest)).isEqualTo(data.length - at);
            assertThat(rest.hasRemaining()).isFalse();
            assertThat(pair.client.acknowledged()).as("waited for").isEqualTo(data.length);
            pair.client.write(data, 0, 10);
            pair.client.flush();
            assertThat(pair.client.acknowledged()).isEqualTo(pair.client.written());
            pair.client.close();
            assertThat(reading.get()).startsWith(data).hasSize(data.length + 10);
        }
    }

    @Test
    void shouldShowWhatHasArrivedWhereItIs() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.URDMA)) {
            byte[] data = bytes(5 * RING);
            FutureTask<Void> writing =
                    ChannelPair.start(() -> {
                        pair.client.write(data, 0, data.length);
                        pair.client.shutdownOutput();
                        return null;
                    });
            ByteBuffer all = ByteBuffer.allocate(data.length);
            for (ByteBuffer seen = pair.server.peek(); seen != null; seen = pair.server.peek()) {
                assertThat(seen.isReadOnly()).isTrue();
                int taken = Math.min(seen.remaining(), 777);
                all.put(seen.slice(seen.position(), taken));
                pair.server.advance(taken);
            }
            writing.get();
            assertThat(all.array()).isEqualTo(data);
        }
    }

    @Test
    void shouldServeTheStreamsOfTheLibrary() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.URDMA)) {
            byte[] data = bytes(3 * RING);
            FutureTask<Object> reading =
                    ChannelPair.start(() -> {
                        InputStream in = Channels.newInputStream(pair.server);
                        assertThat(in.read()).isEqualTo(200);
                        return new ObjectInputStream(new GZIPInputStream(in)).readObject();
                    });
            try (OutputStream out = Channels.newOutputStream(pair.client)) {
                out.write(200);
                try (ObjectOutputStream objects =
                        new ObjectOutputStream(new GZIPOutputStream(out))) {
                    objects.writeObject(data);
                }
            }
            assertThat((byte[]) reading.get()).isEqualTo(data);
            assertThat(pair.client.isOpen()).isFalse();
        }
    }

    @Test
    void shouldServeItsOwnStreams() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.STANDARD)) {
            InputStream in = pair.server.inputStream();
            try (OutputStream out = pair.client.outputStream()) {
                out.write(0xff);
                out.write(new byte[] {1, 2, 3}, 1, 2);
                out.flush();
            }
            assertThat(in.read()).isEqualTo(0xff);
            assertThat(in.readNBytes(2)).containsExactly(2, 3);
            assertThat(in.read()).isEqualTo(-1);
            assertThat(in.available()).isZero();
            in.close();
            assertThat(pair.server.isOpen()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void shouldGoFromFileToFile(Path path, @TempDir java.nio.file.Path folder) throws Exception {
        java.nio.file.Path from = Files.write(folder.resolve("from"), bytes(1_000_003));
        java.nio.file.Path to = folder.resolve("to");
        try (ChannelPair pair = new ChannelPair(path);
                FileChannel source = FileChannel.open(from);
                FileChannel target =
                        FileChannel.open(to, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            FutureTask<Long> sending =
                    ChannelPair.start(() -> {
                        long sent = source.transferTo(0, source.size(), pair.client);
                        pair.client.close();
                        return sent;
                    });
            assertThat(target.transferFrom(pair.server, 0, Long.MAX_VALUE)).isEqualTo(1_000_003);
            assertThat(sending.get()).isEqualTo(1_000_003);
        }
        assertThat(Files.mismatch(from, to)).isEqualTo(-1);
    }
}
