package org.urdma4j.channel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.cm.ConnParam;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;

/** Rings that get longer while bytes flow, and short when none do. */
@Timeout(60)
class RingGrowthTest {
    private static final int MIB = 1 << 20;
    private static final long REST = 2L * Ring.FIRST;

    private final MemoryNetwork network = new MemoryNetwork("rings");
    private final SoftContext one = open("192.0.2.1");
    private final SoftContext other = open("192.0.2.2");
    private final RingMemory ours = new RingMemory(512L * MIB, Duration.ofMillis(20));
    private final RingMemory theirs = new RingMemory(512L * MIB, Duration.ofMillis(20));
    private RdmaChannel client;
    private RdmaChannel server;

    private SoftContext open(String address) {
        MemoryPort port =
                MemoryPort.open(network, Gid.parse(address), MemoryPortConfig.builder().build());
        return new SoftContext(new SoftDevice(address, 1, () -> port), port);
    }

    private void connect(boolean urdma) throws IOException {
        ChannelOptions options =
                ChannelOptions.builder().param(ConnParam.EMPTY.urdma(urdma)).build();
        ChannelGroup group = ChannelGroup.open(other, options, theirs);
        try (RdmaServerChannel listener = RdmaServerChannel.listen(group, 0, options)) {
            client =
                    RdmaChannel.connect(
                            one,
                            () -> ChannelGroup.open(one, options, ours),
                            listener.address(),
                            options);
            server = listener.accept();
        }
    }

    @AfterEach
    void close() {
        one.close();
        other.close();
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    /** In a thread of its own. */
    private static <T> FutureTask<T> start(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread.ofPlatform().daemon().start(task);
        return task;
    }

    private static void write(RdmaChannel to, byte[] bytes, int piece) throws IOException {
        for (int at = 0; at < bytes.length; at += piece) {
            to.write(ByteBuffer.wrap(bytes, at, Math.min(piece, bytes.length - at)));
        }
    }

    private static FutureTask<Void> startWriting(RdmaChannel to, byte[] bytes, int piece) {
        return start(() -> {
            write(to, bytes, piece);
            return null;
        });
    }

    private static byte[] read(RdmaChannel from, int length) throws IOException {
        ByteBuffer to = ByteBuffer.allocate(length);
        while (to.hasRemaining()) {
            assertThat(from.read(to)).isPositive();
        }
        return to.array();
    }

    private static void shouldCarry(RdmaChannel from, RdmaChannel to, int length, int piece)
            throws Exception {
        byte[] sent = bytes(length);
        FutureTask<Void> writing = startWriting(from, sent, piece);
        assertThat(Arrays.equals(read(to, length), sent)).isTrue();
        writing.get();
    }

    private static void awaitRest(RingMemory memory) throws InterruptedException {
        while (memory.taken() > REST) {
            Thread.sleep(1);
        }
        assertThat(memory.taken()).isEqualTo(REST);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldGrowAndRestAndGrowAgain(boolean urdma) throws Exception {
        connect(urdma);
        assertThat(ours.taken()).isEqualTo(REST);
        for (int i = 0; i < 3; i++) {
            shouldCarry(client, server, 20 * MIB, 1 << 19);
            awaitRest(ours);
            awaitRest(theirs);
            shouldCarry(server, client, 20 * MIB, 100_000);
        }
        awaitRest(ours);
        awaitRest(theirs);
        shouldCarry(client, server, 1000, 10);
        client.close();
        assertThat(server.read(ByteBuffer.allocate(1))).isNegative();
        server.close();
        assertThat(ours.taken()).isZero();
        assertThat(theirs.taken()).isZero();
    }

    /** Whom nobody tells of what was sent finds out that it rests. */
    @Test
    void shouldRestWithAThreadOfTheProgram() throws Exception {
        connect(true);
        client.configureBlocking(false);
        Semaphore wakeups = new Semaphore(1);
        client.onWritable(wakeups::release);
        client.onProgress(wakeups::release);
        byte[] sent = bytes(5 * MIB);
        FutureTask<byte[]> reading = start(() -> read(server, sent.length));
        ByteBuffer from = ByteBuffer.wrap(sent);
        FutureTask<Void> _ =
                start(() -> {
                    while (true) {
                        wakeups.acquire();
                        if (from.hasRemaining()) {
                            client.write(from);
                        }
                        while (client.progress()) {
                            // there is more
                        }
                    }
                });
        assertThat(reading.get()).isEqualTo(sent);
        awaitRest(ours);
        awaitRest(theirs);
    }

    /** A bulk stream has more than it began with. */
    @Test
    void shouldHaveALongerRingWhileBytesFlow() throws Exception {
        connect(true);
        byte[] sent = bytes(64 * MIB);
        FutureTask<Void> writing = startWriting(client, sent, MIB);
        ByteBuffer to = ByteBuffer.allocate(sent.length);
        long most = 0;
        while (to.hasRemaining()) {
            assertThat(server.read(to)).isPositive();
            most = Math.max(most, theirs.taken());
        }
        writing.get();
        assertThat(most).isGreaterThan(MIB);
        assertThat(Arrays.equals(to.array(), sent)).isTrue();
    }

    @Test
    void shouldStayShortForShortMessages() throws Exception {
        connect(true);
        for (int i = 0; i < 2_000; i++) {
            write(client, bytes(100), 100);
            write(server, read(server, 100), 100);
            read(client, 100);
        }
        assertThat(ours.taken()).isEqualTo(REST);
        assertThat(theirs.taken()).isEqualTo(REST);
    }

    /** What stands there unread stays, however long. */
    @Test
    void shouldKeepWhatNobodyHasRead() throws Exception {
        connect(true);
        shouldCarry(client, server, 8 * MIB, MIB);
        byte[] sent = bytes(50_000);
        write(client, sent, sent.length);
        client.flush();
        awaitRest(ours);
        Thread.sleep(100);
        ByteBuffer seen = server.peek();
        assertThat(seen.remaining()).isPositive();
        Thread.sleep(100);
        assertThat(seen.get(seen.position())).isEqualTo(sent[0]);
        server.advance(0);
        assertThat(read(server, sent.length)).isEqualTo(sent);
        awaitRest(theirs);
    }

    /** Registered memory, which isn't copied, and both ways at once. */
    @Test
    void shouldCarryRegisteredMemoryBothWays() throws Exception {
        connect(true);
        FutureTask<Void> back =
                start(() -> {
                    shouldCarry(server, client, 30 * MIB, 70_000);
                    return null;
                });
        byte[] sent = bytes(30 * MIB);
        MemoryRegion region = client.allocate(sent.length);
        region.segment().asByteBuffer().put(sent);
        FutureTask<Void> writing =
                start(() -> {
                    client.write(region, 0, sent.length);
                    client.flush();
                    return null;
                });
        assertThat(Arrays.equals(read(server, sent.length), sent)).isTrue();
        writing.get();
        back.get();
    }
}
