package org.urdma4j.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.channel.ChannelOptions;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.endpoint.ActiveEndpoint;
import org.urdma4j.endpoint.ActiveGroup;
import org.urdma4j.endpoint.EndpointOptions;
import org.urdma4j.endpoint.PassiveEndpoint;
import org.urdma4j.transport.channel.ChannelPair.Path;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.ConnParam;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;

/** Who connects with whom, and peers that aren't what they seem. */
@Timeout(120)
class ChannelConnectTest {
    private static final ValueLayout.OfLong NUMBER =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private static final ValueLayout.OfInt LENGTH =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private ChannelPair pair;

    @BeforeEach
    void open() throws IOException {
        pair = new ChannelPair(Path.URDMA);
    }

    @AfterEach
    void close() {
        pair.close();
    }

    private RdmaServerChannel listen(int port) throws IOException {
        return RdmaServerChannel.listen(pair.other, port, ChannelPair.SMALL);
    }

    private RdmaChannel connect(InetSocketAddress there) throws IOException {
        return RdmaChannel.connect(pair.one, there, ChannelPair.SMALL);
    }

    @Test
    void shouldSayThatNobodyListens() throws Exception {
        InetSocketAddress there;
        try (RdmaServerChannel server = listen(0)) {
            there = server.address();
        }
        assertThatThrownBy(() -> connect(there))
                .isInstanceOf(ConnectException.class)
                .rootCause()
                .isInstanceOfSatisfying(
                        VerbsException.class,
                        e -> assertThat(e.errno()).isEqualTo(Errno.ECONNREFUSED));
        assertThat(pair.one.connections().ids()).as("those of the pair").isEqualTo(1);
    }

    @Test
    void shouldSayThatThePortIsTaken() throws Exception {
        try (RdmaServerChannel server = listen(0)) {
            int port = server.address().getPort();
            assertThatThrownBy(() -> listen(port)).isInstanceOf(BindException.class);
        }
    }

    @Test
    void shouldGiveThePortBackThoughItsChannelsGoOn() throws Exception {
        RdmaServerChannel server = listen(0);
        try (RdmaChannel client = connect(server.address());
                RdmaChannel accepted = server.accept()) {
            server.close();
            server.close();
            assertThat(server.isOpen()).isFalse();
            assertThatThrownBy(server::accept).isExactlyInstanceOf(ClosedChannelException.class);
            client.write(ByteBuffer.wrap(new byte[] {1}));
            assertThat(accepted.inputStream().read()).isEqualTo(1);
            try (RdmaServerChannel again = listen(server.address().getPort())) {
                assertThat(again.isOpen()).isTrue();
            }
        }
    }

    @Test
    void shouldEndAnAcceptThatWaits() throws Exception {
        RdmaServerChannel server = listen(0);
        FutureTask<RdmaChannel> accepting = ChannelPair.start(server::accept);
        server.close();
        assertThatThrownBy(accepting::get)
                .cause()
                .isInstanceOfAny(AsynchronousCloseException.class, ClosedChannelException.class);
        RdmaServerChannel second = listen(0);
        Thread.currentThread().interrupt();
        assertThatThrownBy(second::accept).isInstanceOf(ClosedByInterruptException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(second.isOpen()).isFalse();
    }

    @Test
    void shouldSayThatTheDeviceIsClosed() throws Exception {
        RdmaServerChannel server = listen(0);
        FutureTask<RdmaChannel> accepting = ChannelPair.start(server::accept);
        pair.other.close();
        assertThatThrownBy(accepting::get)
                .hasCauseExactlyInstanceOf(IOException.class)
                .hasMessageContaining("the device is closed");
        server.close();
    }

    @Test
    void shouldRefuseMoreThanWaitToBeAccepted() throws Exception {
        try (RdmaServerChannel server = listen(0)) {
            List<RdmaChannel> clients = new ArrayList<>();
            assertThatThrownBy(
                            () -> {
                                while (clients.size() < 1000) {
                                    clients.add(connect(server.address()));
                                }
                            })
                    .isInstanceOf(ConnectException.class);
            assertThat(clients).hasSize(64);
            server.accept().close();
            connect(server.address()).close();
            for (RdmaChannel client : clients) {
                client.close();
            }
        }
    }

    @Test
    void shouldEndConnectionsThatNobodyAccepts() throws Exception {
        RdmaServerChannel server = listen(0);
        try (RdmaChannel client = connect(server.address())) {
            server.close();
            assertThatThrownBy(() -> client.read(ByteBuffer.allocate(1)))
                    .isExactlyInstanceOf(IOException.class);
        }
    }

    @Test
    void shouldCloseWhenInterruptedWhileItConnects() {
        pair.cut = true;
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> connect(new InetSocketAddress("192.0.2.2", 5)))
                .isInstanceOf(ClosedByInterruptException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void shouldNotTakeAnEndpointForAChannel() throws Exception {
        class Plain extends ActiveEndpoint {}
        try (ActiveGroup group = ActiveGroup.listen(pair.other, 7777, Plain::new)) {
            assertThatThrownBy(() -> connect(group.address()))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("channels");
        }
        try (RdmaServerChannel server = listen(0)) {
            assertThatThrownBy(() -> PassiveEndpoint.connect(pair.one, server.address()))
                    .isInstanceOfSatisfying(
                            VerbsException.class,
                            e -> assertThat(e.errno()).isEqualTo(Errno.ECONNREFUSED));
        }
    }

    /** A peer by hand: it writes to the ring that the other has named. */
    private PassiveEndpoint stranger(RdmaServerChannel server) throws InterruptedException {
        byte[] hello =
                ByteBuffer.allocate(22)
                        .putInt(0x75524302)
                        .putLong(4096)
                        .putInt(1)
                        .putInt(1 << 16)
                        .putShort((short) 8)
                        .array();
        EndpointOptions options =
                EndpointOptions.builder().param(ConnParam.EMPTY.privateData(hello)).build();
        return PassiveEndpoint.connect(pair.one, server.address(), options, _ -> {});
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                0,
                -1,
                65_537,
                Integer.MAX_VALUE,
                Integer.MIN_VALUE,
                // the first one into a ring that was never named, and a bit that means nothing
                1 << 28 | 1,
                1 << 30 | 1
            })
    void shouldEndWithAPeerThatSaysItWroteWhatCannotBe(int length) throws Exception {
        try (RdmaServerChannel server = listen(0);
                PassiveEndpoint stranger = stranger(server);
                RdmaChannel accepted = server.accept()) {
            MemoryRegion bytes = stranger.allocate(100);
            ByteBuffer told = ByteBuffer.wrap(stranger.peer().privateData());
            stranger.writeWithImm(bytes, 0, 100, told.getLong(4), told.getInt(12), 100, 1);
            assertThat(accepted.inputStream().readNBytes(100)).hasSize(100);
            stranger.writeWithImm(bytes, 0, 1, told.getLong(4), told.getInt(12), length, 2);
            assertThatThrownBy(() -> accepted.read(ByteBuffer.allocate(1)))
                    .hasMessageContaining("breaks the rules");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "36,1,0,0",
        "36,-1,0,0",
        "36,0,1,0",
        "36,0,-1,0",
        "36,0,0,1",
        "36,0,0,100000",
        "36,0,0,-2147483648",
        "35,0,0,0",
        "0,0,0,0"
    })
    void shouldEndWithAPeerThatFreesWhatCannotBe(int length, long freed, long notices, int ring)
            throws Exception {
        try (RdmaServerChannel server = listen(0);
                PassiveEndpoint stranger = stranger(server);
                RdmaChannel accepted = server.accept()) {
            MemoryRegion credit = stranger.allocate(36);
            credit.segment().set(NUMBER, 0, freed);
            credit.segment().set(NUMBER, 8, notices);
            credit.segment().set(LENGTH, 28, ring);
            stranger.send(credit, length, 1);
            assertThatThrownBy(() -> accepted.read(ByteBuffer.allocate(1)))
                    .hasMessageContaining("breaks the rules");
        }
    }

    @Test
    void shouldCheckOptions() {
        for (int bytes : new int[] {0, 65_535, 1 << 15, 65_537, Integer.MIN_VALUE}) {
            assertThatThrownBy(() -> ChannelOptions.builder().receiveBytes(bytes).build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("receiveBytes is " + bytes);
            assertThatThrownBy(() -> ChannelOptions.builder().sendBytes(bytes).build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("sendBytes is " + bytes);
        }
    }

    @Test
    void shouldJoinRingsOfDifferentSizes() throws Exception {
        ChannelOptions large = ChannelOptions.builder().receiveBytes(1 << 20).build();
        try (RdmaServerChannel server = listen(0);
                RdmaChannel client = RdmaChannel.connect(pair.one, server.address(), large);
                RdmaChannel accepted = server.accept()) {
            byte[] data = new byte[3_000_000];
            new Random(1).nextBytes(data);
            FutureTask<Void> there =
                    ChannelPair.start(() -> {
                        client.write(data, 0, data.length);
                        client.shutdownOutput();
                        return null;
                    });
            FutureTask<byte[]> got = ChannelPair.start(() -> client.inputStream().readAllBytes());
            assertThat(accepted.inputStream().readAllBytes()).isEqualTo(data);
            accepted.write(data, 0, data.length);
            accepted.shutdownOutput();
            assertThat(got.get()).isEqualTo(data);
            there.get();
        }
    }
}
