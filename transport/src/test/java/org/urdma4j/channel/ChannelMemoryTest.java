package org.urdma4j.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.endpoint.ActiveEndpoint;
import org.urdma4j.endpoint.ActiveGroup;
import org.urdma4j.endpoint.EndpointOptions;
import org.urdma4j.endpoint.PassiveEndpoint;
import org.urdma4j.endpoint.PassiveServer;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.VerbsException;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;

/**
 * Where memory is short: both ends are told so, in a line, and what is left is enough for others.
 */
@Timeout(60)
class ChannelMemoryTest {
    private static final int MIB = 1 << 20;
    private static final String NOTHING_LEFT = "it has no resources left (reason 3)";

    private final MemoryNetwork network = new MemoryNetwork("short");
    private final SoftContext client = open("192.0.2.1");
    private final SoftContext host = open("192.0.2.2");
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final BlockingQueue<IOException> refusals = new LinkedBlockingQueue<>();

    private SoftContext open(String address) {
        MemoryPort port =
                MemoryPort.open(network, Gid.parse(address), MemoryPortConfig.builder().build());
        return new SoftContext(new SoftDevice(address, 1, () -> port), port);
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
        client.close();
        host.close();
    }

    private static RingMemory memory(long bytes) {
        return new RingMemory(bytes, Duration.ofSeconds(10));
    }

    private RdmaServerChannel listen(RingMemory memory) throws IOException {
        ChannelGroup group = ChannelGroup.open(host, ChannelOptions.DEFAULT, memory);
        RdmaServerChannel server = RdmaServerChannel.listen(group, 0, ChannelOptions.DEFAULT);
        server.onRefused(refusals::add);
        opened.add(server);
        return server;
    }

    private RdmaChannel connect(InetSocketAddress to) throws IOException {
        return RdmaChannel.connect(client, to);
    }

    @Test
    void shouldSayAtBothEndsThatThereIsNoMemory() throws Exception {
        RingMemory memory = memory(8 * MIB);
        RdmaServerChannel server = listen(memory);
        List<RdmaChannel> channels = new ArrayList<>();
        List<RdmaChannel> accepted = new ArrayList<>();
        IOException refusal = null;
        while (refusal == null) {
            try {
                channels.add(connect(server.address()));
                accepted.add(server.accept());
            } catch (IOException e) {
                refusal = e;
            }
        }
        assertThat(channels).hasSizeGreaterThan(10);
        assertThat(refusal).hasMessageContaining(NOTHING_LEFT).hasMessageNotContaining("\n");
        assertThat(refusals.take())
                .hasMessageContaining("no memory for another channel: ")
                .hasMessageNotContaining("\n");
        assertThat(memory.taken()).isLessThanOrEqualTo(8 * MIB);

        for (RdmaChannel one : accepted) {
            one.close();
        }
        assertThat(memory.taken()).isZero();
        try (RdmaChannel again = connect(server.address());
                RdmaChannel other = server.accept()) {
            again.write(ByteBuffer.wrap(new byte[] {7}));
            ByteBuffer one = ByteBuffer.allocate(1);
            assertThat(other.read(one)).isEqualTo(1);
            assertThat(one.get(0)).isEqualTo((byte) 7);
        }
        for (RdmaChannel one : channels) {
            assertThatThrownBy(() -> one.write(ByteBuffer.allocate(1)))
                    .isInstanceOf(IOException.class);
            one.close();
        }
    }

    /** Small rings carry as much as large ones, if more slowly. */
    @Test
    void shouldCarryAnythingThroughSmallRings() throws Exception {
        RdmaServerChannel server = listen(memory(MIB));
        try (RdmaChannel one = connect(server.address());
                RdmaChannel other = server.accept()) {
            byte[] sent = new byte[3 * MIB];
            new java.util.Random(3).nextBytes(sent);
            CompletableFuture<Integer> writing =
                    CompletableFuture.supplyAsync(() -> write(one, sent));
            ByteBuffer read = ByteBuffer.allocate(sent.length);
            while (read.hasRemaining()) {
                assertThat(other.read(read)).isPositive();
            }
            assertThat(writing.join()).isEqualTo(sent.length);
            assertThat(read.array()).isEqualTo(sent);
        }
    }

    private static int write(RdmaChannel to, byte[] bytes) {
        try {
            return to.write(ByteBuffer.wrap(bytes));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** What had arrived before the peer left can be read, also by who accepts only then. */
    @Test
    void shouldKeepWhatArrivedUntilItIsRead() throws Exception {
        RingMemory memory = memory(300L * MIB);
        RdmaServerChannel server = listen(memory);
        try (RdmaChannel one = connect(server.address())) {
            one.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
            one.flush();
        }
        while (memory.taken() == 0) {
            Thread.onSpinWait();
        }
        RdmaChannel other = server.accept();
        ByteBuffer read = ByteBuffer.allocate(3);
        while (read.hasRemaining()) {
            assertThat(other.read(read)).isPositive();
        }
        assertThat(read.array()).containsExactly(1, 2, 3);
        other.close();
        assertThat(memory.taken()).isZero();
    }

    @Test
    void shouldGiveBackWhatNobodyAccepts() throws Exception {
        RingMemory memory = memory(300L * MIB);
        RdmaServerChannel server = listen(memory);
        RdmaChannel one = connect(server.address());
        server.close();
        while (memory.taken() > 0) {
            Thread.onSpinWait(); // the peer's word that it is ready may be under way
        }
        one.close();
    }

    /** Beyond the backlog; those that wait there are accepted when the program looks. */
    @Test
    void shouldSayThatTheBacklogIsFull() throws Exception {
        RdmaServerChannel server = listen(memory(300L * MIB));
        List<RdmaChannel> channels = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            channels.add(connect(server.address()));
        }
        assertThatThrownBy(() -> connect(server.address())).hasMessageContaining(NOTHING_LEFT);
        for (RdmaChannel one : channels) {
            server.accept().close();
            one.close();
        }
        connect(server.address()).close();
    }

    private void shouldSayWhy(Supplier<? extends ActiveEndpoint> made) throws Exception {
        ActiveGroup group = ActiveGroup.listen(host, 0, made);
        opened.add(group);
        for (int i = 0; i < 2; i++) { // and so it does the next time
            assertThatThrownBy(() -> PassiveEndpoint.connect(client, group.address()))
                    .isInstanceOfSatisfying(
                            VerbsException.class,
                            e -> assertThat(e.errno()).isEqualTo(Errno.ECONNREFUSED))
                    .hasMessageContaining(NOTHING_LEFT);
        }
        while (host.connections().ids() > 1) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldTellThePeerOfAnEndpointThatHasNoMemory() throws Exception {
        shouldSayWhy(() ->
                new ActiveEndpoint() {
                    @Override
                    protected void onOpen() {
                        throw new OutOfMemoryError("on purpose");
                    }

                    @Override
                    protected void onError(Throwable cause) {
                        assertThat(cause).isInstanceOf(OutOfMemoryError.class);
                    }
                });
    }

    @Test
    void shouldTellThePeerOfAProgramThatHasNoMemory() throws Exception {
        shouldSayWhy(() -> {
            throw new VerbsException(Errno.ENOMEM, "there is no room");
        });
    }

    @Test
    void shouldTellThePeerOfAServerThatHasNoMemory() throws Exception {
        try (PassiveServer server = PassiveServer.listen(host, 0)) {
            CompletableFuture<Throwable> accepting =
                    CompletableFuture.supplyAsync(() -> failureOf(server));
            assertThatThrownBy(() ->
                            PassiveEndpoint.connect(
                                    client, server.address(), EndpointOptions.DEFAULT, _ -> {}))
                    .hasMessageContaining(NOTHING_LEFT);
            assertThat(accepting.get()).hasMessage("ENOMEM: none for this one");
        }
    }

    private static Throwable failureOf(PassiveServer server) {
        try {
            server.accept(
                    Duration.ofSeconds(30),
                    _ -> {
                        throw new VerbsException(Errno.ENOMEM, "none for this one");
                    });
            return null;
        } catch (VerbsException e) {
            return e;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
