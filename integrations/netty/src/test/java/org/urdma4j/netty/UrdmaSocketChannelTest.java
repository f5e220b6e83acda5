package org.urdma4j.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.ChannelInputShutdownReadComplete;
import io.netty.channel.socket.ChannelOutputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.File;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** What goes through a connected channel. */
@Timeout(120)
@SuppressWarnings("FutureReturnValueIgnored") // of writes, whose bytes arrive or not
class UrdmaSocketChannelTest {
    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    /**
     * Heap buffers, direct ones, and both together, of all lengths, in one flush and in several.
     */
    @ParameterizedTest
    @EnumSource
    void shouldBringBackWhatItWrites(Ends.Net net) throws Exception {
        byte[] bytes = random(3_000_000);
        Ends.Hearer hearer = new Ends.Hearer();
        try (Ends ends = new Ends(net)) {
            Channel server = ends.serve(new Ends.Echo());
            Channel client = ends.connect(server, hearer);
            int at = 0;
            for (int turn = 0; at < bytes.length; turn++) {
                int length = Math.min(bytes.length - at, 1 + turn * 997 % 150_000);
                client.write(buffer(ends, turn, bytes, at, length));
                at += length;
                if (turn % 3 == 0) {
                    client.flush();
                }
            }
            client.writeAndFlush(ends.buffers.buffer(0)).sync();
            assertThat(hearer.hear(bytes.length)).isEqualTo(bytes);
        }
    }

    private static ByteBuf buffer(Ends ends, int turn, byte[] bytes, int at, int length) {
        if (turn % 3 == 0) {
            return ends.buffers.heapBuffer(length).writeBytes(bytes, at, length);
        } else if (turn % 3 == 1) {
            return ends.buffers.directBuffer(length).writeBytes(bytes, at, length);
        }
        CompositeByteBuf parts = ends.buffers.compositeBuffer();
        parts.addComponent(true, buffer(ends, 0, bytes, at, length / 2));
        parts.addComponent(true, buffer(ends, 1, bytes, at + length / 2, length - length / 2));
        return parts;
    }

    @ParameterizedTest
    @EnumSource
    void shouldSendPartsOfFiles(Ends.Net net, @TempDir Path folder) throws Exception {
        byte[] bytes = random(1_000_000);
        File file = Files.write(folder.resolve("file"), bytes).toFile();
        Ends.Hearer hearer = new Ends.Hearer();
        try (Ends ends = new Ends(net)) {
            Channel client = ends.connect(ends.serve(hearer), new Ends.Hearer());
            client.write(ends.buffers.buffer(10).writeBytes(bytes, 0, 10));
            client.write(new DefaultFileRegion(file, 10, 900_000));
            client.write(new DefaultFileRegion(file, 0, 0));
            client.writeAndFlush(new DefaultFileRegion(file, 900_010, 99_990)).sync();
            assertThat(hearer.hear(bytes.length)).isEqualTo(bytes);

            ChannelFuture past = client.writeAndFlush(new DefaultFileRegion(file, 999_999, 2));
            assertThat(past.await().cause()).isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndOneDirectionAfterTheOther(Ends.Net net) throws Exception {
        Ends.Hearer there = new Ends.Hearer();
        Ends.Hearer here = new Ends.Hearer();
        try (Ends ends = new Ends(net)) {
            Channel server =
                    ends.server()
                            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                            .childHandler(there)
                            .bind(0)
                            .sync()
                            .channel();
            DuplexChannel client = (DuplexChannel) ends.connect(server, here);
            client.writeAndFlush(ends.buffers.buffer().writeBytes(random(100_000))).sync();
            client.shutdownOutput().sync();
            assertThat(here.next()).isSameAs(ChannelOutputShutdownEvent.INSTANCE);
            assertThat(client.isOutputShutdown()).isTrue();
            assertThat(client.isInputShutdown()).isFalse();
            assertThat(client.writeAndFlush(ends.buffers.buffer().writeByte(1)).await().cause())
                    .isInstanceOf(ClosedChannelException.class);

            assertThat(there.hear(100_000)).isEqualTo(random(100_000));
            assertThat(there.next()).isSameAs(ChannelInputShutdownEvent.INSTANCE);
            assertThat(there.next()).isSameAs(ChannelInputShutdownReadComplete.INSTANCE);
            DuplexChannel accepted = (DuplexChannel) there.channel();
            assertThat(accepted.isInputShutdown()).isTrue();
            assertThat(accepted.isActive()).isTrue();
            accepted.writeAndFlush(ends.buffers.buffer().writeBytes(random(200_000))).sync();
            accepted.close().sync();
            assertThat(here.hear(200_000)).isEqualTo(random(200_000));
            assertThat(here.next()).isEqualTo("inactive");
            assertThat(client.isOpen()).isFalse();
        }
    }

    /** Nobody has to read for that, once all bytes are read. */
    @ParameterizedTest
    @EnumSource
    void shouldTellOfTheEndUnasked(Ends.Net net) throws Exception {
        Ends.Hearer there = new Ends.Hearer();
        try (Ends ends = new Ends(net)) {
            Channel server =
                    ends.server()
                            .childOption(ChannelOption.AUTO_READ, false)
                            .childHandler(there)
                            .bind(0)
                            .sync()
                            .channel();
            Channel client = ends.connect(server, new Ends.Hearer());
            Channel accepted = there.channel();
            accepted.read();
            client.writeAndFlush(ends.buffers.buffer().writeByte(4)).sync();
            assertThat(there.hear(1)).containsExactly(4);
            client.writeAndFlush(ends.buffers.buffer().writeByte(5)).sync();
            client.close().sync();
            assertThat(accepted.isActive()).isTrue();
            assertThat(there.heard()).isEqualTo(1);
            accepted.read();
            assertThat(there.hear(2)).containsExactly(4, 5);
            assertThat(there.next()).isEqualTo("inactive");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldReadNothingOnceItIsShut(Ends.Net net) throws Exception {
        Ends.Hearer there = new Ends.Hearer();
        try (Ends ends = new Ends(net)) {
            Channel server =
                    ends.server()
                            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                            .childHandler(there)
                            .bind(0)
                            .sync()
                            .channel();
            Channel client = ends.connect(server, new Ends.Hearer());
            DuplexChannel accepted = (DuplexChannel) there.channel();
            accepted.shutdownInput().sync();
            assertThat(there.next()).isSameAs(ChannelInputShutdownReadComplete.INSTANCE);
            client.writeAndFlush(ends.buffers.buffer().writeZero(1 << 16)).sync();
            client.writeAndFlush(ends.buffers.buffer().writeByte(1));
            client.eventLoop().submit(() -> {}).sync();
            assertThat(client.isActive()).isTrue();
            assertThat(there.heard()).isZero();
            accepted.shutdown().sync();
            assertThat(accepted.isShutdown()).isTrue();
            assertThat(accepted.shutdownOutput().await().cause())
                    .isInstanceOf(ClosedChannelException.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldDeliverWhatWasWrittenBeforeTheEnd(Ends.Net net) throws Exception {
        Ends.Hearer there = new Ends.Hearer();
        try (Ends ends = new Ends(net)) {
            Channel server = ends.serve(there);
            Channel client = ends.connect(server, new Ends.Hearer());
            ChannelFuture last =
                    client.writeAndFlush(ends.buffers.buffer().writeBytes(random(500_000)));
            last.addListener(_ -> client.close());
            assertThat(there.hear(500_000)).isEqualTo(random(500_000));
            assertThat(there.next()).isEqualTo("inactive");
            client.closeFuture().sync();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldResetWhenItLingersForNothing(Ends.Net net) throws Exception {
        Ends.Hearer there = new Ends.Hearer();
        try (Ends ends = new Ends(net)) {
            Channel server = ends.serve(there);
            Channel client =
                    ends.client()
                            .option(ChannelOption.SO_LINGER, 0)
                            .handler(new Ends.Hearer())
                            .connect(server.localAddress())
                            .sync()
                            .channel();
            assertThat(there.channel()).isNotNull();
            client.close().sync();
            assertThat(there.next()).isInstanceOf(IOException.class);
            assertThat(there.next()).isEqualTo("inactive");
        }
    }

    /** A peer that doesn't read lets the other run full, and reading goes on where it stood. */
    @ParameterizedTest
    @EnumSource
    void shouldReadWhenItIsToldTo(Ends.Net net) throws Exception {
        byte[] bytes = random(1_000_000);
        Ends.Hearer there = new Ends.Hearer();
        try (Ends ends = new Ends(net)) {
            Channel server =
                    ends.server()
                            .childOption(ChannelOption.AUTO_READ, false)
                            .childOption(
                                    ChannelOption.RECVBUF_ALLOCATOR,
                                    new FixedRecvByteBufAllocator(100).maxMessagesPerRead(1))
                            .childHandler(there)
                            .bind(0)
                            .sync()
                            .channel();
            Channel client = ends.connect(server, new Ends.Hearer());
            ChannelFuture written = client.writeAndFlush(ends.buffers.buffer().writeBytes(bytes));
            Channel accepted = there.channel();
            for (int i = 1; i <= 3; i++) {
                accepted.read();
                there.hear(i * 100);
                accepted.eventLoop().submit(() -> {}).sync();
                assertThat(there.heard()).isEqualTo(i * 100);
            }
            assertThat(client.isWritable()).isFalse();
            assertThat(written.isDone()).isFalse();

            accepted.config().setAutoRead(true);
            assertThat(there.hear(bytes.length)).isEqualTo(bytes);
            written.sync();
            assertThat(client.isWritable()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldGoOnInAnotherEventLoop(Ends.Net net) throws Exception {
        Ends.Hearer there = new Ends.Hearer();
        Ends.Hearer here = new Ends.Hearer();
        try (Ends ends = new Ends(net)) {
            Channel server = ends.serve(there);
            Channel client = ends.connect(server, here);
            Channel accepted = there.channel();
            accepted.deregister().sync();
            client.writeAndFlush(ends.buffers.buffer().writeBytes(random(30_000))).sync();
            ends.farLoops.register(accepted).sync();
            assertThat(there.hear(30_000)).isEqualTo(random(30_000));
            client.writeAndFlush(ends.buffers.buffer().writeByte(7)).sync();
            assertThat(there.hear(30_001)).endsWith(7);
            accepted.writeAndFlush(ends.buffers.buffer().writeBytes(random(300_000))).sync();
            assertThat(here.hear(300_000)).isEqualTo(random(300_000));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndWithItsEventLoop(Ends.Net net) throws Exception {
        Ends.Hearer there = new Ends.Hearer();
        try (Ends ends = new Ends(net)) {
            Channel client = ends.connect(ends.serve(there), new Ends.Hearer());
            client.writeAndFlush(ends.buffers.buffer().writeBytes(random(40_000))).sync();
            ends.nearLoops.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
            assertThat(client.closeFuture().isDone()).isTrue();
            assertThat(there.hear(40_000)).isEqualTo(random(40_000));
            assertThat(there.next()).isEqualTo("inactive");
        }
    }
}
