package org.urdma4j.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.channel.ChannelPair.Path;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** How channels end: by themselves, by the peer, and by what happens to it. */
@Timeout(120)
class ChannelCloseTest {
    private static final int MORE_THAN_FITS = 1 << 20;

    private static int writeForEver(RdmaChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(MORE_THAN_FITS);
        while (true) {
            channel.write(bytes.clear());
        }
    }

    private static int drain(RdmaChannel channel) throws IOException {
        ByteBuffer into = ByteBuffer.allocate(10_000);
        int all = 0;
        for (int n = 0; n >= 0; n = channel.read(into.clear())) {
            all += n;
        }
        return all;
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void shouldGoOnInTheOtherDirection(Path path) throws Exception {
        try (ChannelPair pair = new ChannelPair(path)) {
            pair.client.write(ByteBuffer.wrap(new byte[100]));
            pair.client.shutdownOutput();
            pair.client.shutdownOutput();
            assertThat(drain(pair.server)).isEqualTo(100);
            assertThat(pair.server.read(ByteBuffer.allocate(1))).isEqualTo(-1);
            assertThatThrownBy(() -> pair.client.write(ByteBuffer.allocate(1)))
                    .isInstanceOf(ClosedChannelException.class);
            assertThatThrownBy(() -> pair.client.write(ByteBuffer.allocate(0)))
                    .isInstanceOf(ClosedChannelException.class);

            FutureTask<Integer> reading = ChannelPair.start(() -> drain(pair.client));
            pair.server.write(ByteBuffer.wrap(new byte[MORE_THAN_FITS]));
            pair.server.shutdownOutput();
            assertThat(reading.get()).isEqualTo(MORE_THAN_FITS);
            pair.client.close();
            pair.server.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void shouldReadWhatWasWrittenBeforeThePeerClosed(Path path) throws Exception {
        try (ChannelPair pair = new ChannelPair(path)) {
            pair.client.write(ByteBuffer.wrap(new byte[60_000]));
            pair.client.close();
            assertThat(pair.client.isOpen()).isFalse();
            assertThat(pair.client.acknowledged()).isEqualTo(60_000);
            assertThat(drain(pair.server)).isEqualTo(60_000);
            assertThat(pair.server.read(ByteBuffer.allocate(1))).isEqualTo(-1);
            pair.server.close();
            assertThat(pair.one.connections().ids() + pair.other.connections().ids()).isZero();
        }
    }

    /** An end that has all of it and goes says so in its last words, in place of what was lost. */
    @Test
    void shouldKnowThatAllHasArrivedThoughNoAcknowledgementHas() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.STANDARD)) {
            pair.fromServer.lost = Opcode.RC_ACKNOWLEDGE;
            pair.client.write(ByteBuffer.wrap(new byte[60_000]));
            FutureTask<Void> flushing =
                    ChannelPair.start(() -> {
                        pair.client.flush();
                        return null;
                    });
            for (int left = 60_000; left > 0; ) {
                left -= pair.server.read(ByteBuffer.allocate(left));
            }
            assertThat(pair.client.acknowledged()).isZero();
            pair.server.close();
            flushing.get();
            assertThat(pair.client.acknowledged()).isEqualTo(60_000);
            pair.client.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void shouldTellAWriterThatThePeerHasClosed(Path path) throws Exception {
        try (ChannelPair pair = new ChannelPair(path)) {
            FutureTask<Integer> writing =
                    ChannelPair.start(() -> pair.client.write(ByteBuffer.allocate(MORE_THAN_FITS)));
            assertThat(pair.server.read(ByteBuffer.allocate(1))).isEqualTo(1);
            pair.server.close();
            assertThatThrownBy(writing::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseInstanceOf(IOException.class)
                    .hasMessageContaining("the peer");
            assertThat(pair.client.read(ByteBuffer.allocate(1))).as("its stream").isEqualTo(-1);
            assertThatThrownBy(() -> pair.client.write(ByteBuffer.allocate(1)))
                    .hasMessageContaining("the peer");
        }
    }

    @Test
    void shouldEndAWriterThatWaitsWhenItsChannelCloses() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.URDMA)) {
            FutureTask<Integer> writing =
                    new FutureTask<>(() -> pair.client.write(ByteBuffer.allocate(MORE_THAN_FITS)));
            Thread writer = Thread.ofPlatform().daemon().start(writing);
            awaitFull(pair.client);
            awaitWaiting(writer);
            pair.client.close();
            assertThatThrownBy(writing::get).hasCauseInstanceOf(AsynchronousCloseException.class);
            assertThat(drain(pair.server)).as("what had been taken").isEqualTo(1 << 16);
        }
    }

    private static void awaitFull(RdmaChannel channel) {
        while (channel.acknowledged() < 1 << 16) {
            Thread.onSpinWait();
        }
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING
                && thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldCloseThoughNobodyEverReads() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.STANDARD)) {
            pair.client.configureBlocking(false);
            assertThat(pair.client.write(ByteBuffer.allocate(MORE_THAN_FITS))).isEqualTo(1 << 16);
            assertThat(pair.client.write(ByteBuffer.allocate(1))).isZero();
            pair.client.configureBlocking(true);
            pair.client.close();
            pair.client.close();
            assertThat(drain(pair.server)).isEqualTo(1 << 16);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Path.class,
            names = {"STANDARD", "URDMA"})
    void shouldNoticeAPeerThatVanishesWhileItWrites(Path path) throws Exception {
        try (ChannelPair pair = new ChannelPair(path)) {
            pair.cut = true;
            assertThatThrownBy(() -> pair.client.write(ByteBuffer.allocate(MORE_THAN_FITS)))
                    .isExactlyInstanceOf(IOException.class)
                    .hasMessageContaining("the peer");
            assertThatThrownBy(() -> pair.client.read(ByteBuffer.allocate(1)))
                    .isExactlyInstanceOf(IOException.class);
            assertThatThrownBy(pair.client::close)
                    .hasMessageContaining("bytes that were written have not arrived");
        }
    }

    @Test
    void shouldNoticeThatADeviceIsClosed() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.STANDARD)) {
            FutureTask<Integer> here = ChannelPair.start(() -> drain(pair.client));
            FutureTask<Integer> there = ChannelPair.start(() -> writeForEver(pair.server));
            pair.one.close();
            assertThatThrownBy(here::get).hasRootCauseInstanceOf(IOException.class);
            assertThatThrownBy(there::get).hasRootCauseInstanceOf(IOException.class);
            pair.client.close();
        }
    }

    @RepeatedTest(20)
    void shouldNoticeThatADeviceIsClosedAmidBothDirections() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.STANDARD)) {
            List<FutureTask<Integer>> uses =
                    List.of(
                            ChannelPair.start(() -> drain(pair.client)),
                            ChannelPair.start(() -> writeForEver(pair.client)),
                            ChannelPair.start(() -> drain(pair.server)),
                            ChannelPair.start(() -> writeForEver(pair.server)));
            pair.one.close();
            for (FutureTask<Integer> use : uses) {
                assertThatThrownBy(use::get).hasRootCauseInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void shouldSayThatItIsClosed() throws Exception {
        try (ChannelPair pair = new ChannelPair(Path.URDMA)) {
            pair.client.close();
            ByteBuffer one = ByteBuffer.allocate(1);
            assertThatThrownBy(() -> pair.client.read(one))
                    .isExactlyInstanceOf(ClosedChannelException.class);
            assertThatThrownBy(() -> pair.client.read(ByteBuffer.allocate(0)))
                    .isExactlyInstanceOf(ClosedChannelException.class);
            assertThatThrownBy(() -> pair.client.write(one))
                    .isExactlyInstanceOf(ClosedChannelException.class);
            assertThatThrownBy(pair.client::peek).isExactlyInstanceOf(ClosedChannelException.class);
            assertThatThrownBy(() -> pair.client.advance(0))
                    .isExactlyInstanceOf(ClosedChannelException.class);
            assertThatThrownBy(pair.client::shutdownOutput)
                    .isExactlyInstanceOf(ClosedChannelException.class);
            assertThat(pair.client.remoteAddress().getAddress().getHostAddress())
                    .isEqualTo("192.0.2.2");
        }
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    void shouldCloseAtBothEndsAtATime(Path path) throws Exception {
        for (int round = 0; round < 10; round++) {
            try (ChannelPair pair = new ChannelPair(path)) {
                pair.client.write(ByteBuffer.allocate(10));
                pair.server.write(ByteBuffer.allocate(10));
                FutureTask<Void> closing =
                        ChannelPair.start(() -> {
                            closeAnyhow(pair.server);
                            return null;
                        });
                closeAnyhow(pair.client);
                closing.get();
                assertThat(pair.one.connections().ids() + pair.other.connections().ids()).isZero();
            }
        }
    }

    /** The other one may have gone before its last bytes arrived. */
    private static void closeAnyhow(RdmaChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("have not arrived");
        }
    }
}
