package org.urdma4j.transport.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.endpoint.ActiveEndpoint;
import org.urdma4j.endpoint.ActiveGroup;
import org.urdma4j.endpoint.Backoff;
import org.urdma4j.endpoint.EndpointOptions;
import org.urdma4j.endpoint.Progress;
import org.urdma4j.endpoint.ReconnectingEndpoint;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.KeepAlive;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.cm.ConnParam;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A client whose server dies and returns. */
@Timeout(60)
class ReconnectingEndpointTest {
    private static final String SERVER = "192.0.2.3";
    private static final Backoff SHORT =
            new Backoff(Duration.ofMillis(2), Duration.ofMillis(50), 0.5, 1000);

    private final Neighbours devices = new Neighbours();
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final List<Progress> progress = new CopyOnWriteArrayList<>();
    private final List<VerbsException> losses = new CopyOnWriteArrayList<>();
    private final List<Throwable> ends = new CopyOnWriteArrayList<>();

    private final ActiveGroup group =
            ActiveGroup.open(
                    devices.one,
                    EndpointOptions.builder()
                            .param(
                                    ConnParam.EMPTY
                                            .urdma(false)
                                            .keepAlive(KeepAlive.every(Duration.ofMillis(40))))
                            .patience(Duration.ofSeconds(5))
                            .build());

    @AfterEach
    void close() {
        group.close();
        devices.close();
    }

    /** A server whose word is kept: eight bytes, which WRITEs are to set. */
    private final class Server implements AutoCloseable {
        final SoftContext context =
                devices.open(SERVER, MemoryPortConfig.builder().build(), Neighbours::hasty);
        final List<Word> words = new CopyOnWriteArrayList<>();
        final ActiveGroup listening =
                ActiveGroup.listen(
                        context,
                        Neighbours.PORT,
                        () -> {
                            Word word = new Word();
                            words.add(word);
                            return word;
                        });

        @Override
        public void close() {
            listening.close();
            context.close();
        }
    }

    private static final class Word extends ActiveEndpoint {
        private MemoryRegion region;

        @Override
        protected void onOpen() {
            region = allocate(8, AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE);
        }

        @Override
        protected ConnParam param(ConnParam ofGroup) {
            ByteBuffer at = ByteBuffer.allocate(12).putLong(region.addr()).putInt(region.rkey());
            return ofGroup.privateData(at.array());
        }
    }

    /** Writes as long as it is connected, and begins again behind what has completed. */
    private class Client extends ReconnectingEndpoint {
        private long next;
        private MemoryRegion source;

        Client(Backoff backoff) {
            super(
                    group,
                    new InetSocketAddress(SERVER, Neighbours.PORT),
                    backoff,
                    new SplittableRandom(3));
        }

        @Override
        protected void onOpen(ActiveEndpoint connection) {
            source = connection.allocate(8);
        }

        @Override
        protected void onConnected(ActiveEndpoint connection, Progress before) {
            progress.add(before);
            next = before.last().orElse(-1) + 1;
            told.add("connected");
            write(connection);
        }

        void write(ActiveEndpoint connection) {
            ByteBuffer at = ByteBuffer.wrap(connection.peer().privateData());
            connection.write(source, 0, 8, at.getLong(), at.getInt(), next++);
        }

        @Override
        protected void onSend(ActiveEndpoint connection, WorkCompletion done) {
            if (done.isSuccess()) {
                told.add("done");
            }
        }

        @Override
        protected void onLost(VerbsException cause, Duration wait) {
            losses.add(cause);
            told.add("lost");
        }

        @Override
        protected void onGivenUp(Throwable cause) {
            ends.add(cause);
            told.add("given up");
        }
    }

    private void await(String what) throws InterruptedException {
        while (!told.take().equals(what)) {
            // what comes before it
        }
    }

    @Test
    void shouldFindAServerThatComesLater() throws InterruptedException {
        try (Client client = new Client(SHORT)) {
            client.start();
            await("lost");
            await("lost");
            try (Server _ = new Server()) {
                await("connected");
                await("done");
            }
        }
        assertThat(progress.getFirst().connections()).isZero();
        assertThat(progress.getFirst().last()).isEmpty();
        assertThat(ends).isEmpty();
    }

    @Test
    void shouldBeginAgainWhereverAServerHasLeft() throws InterruptedException {
        try (Client client = new Client(SHORT)) {
            client.start();
            for (int life = 0; life < 5; life++) {
                try (Server _ = new Server()) {
                    await("connected");
                    await("done");
                }
                await("lost");
            }
        }
        assertThat(progress).hasSize(5);
        for (int life = 0; life < 5; life++) {
            assertThat(progress.get(life).connections()).isEqualTo(life);
            assertThat(progress.get(life).completed()).isEqualTo(life);
            assertThat(progress.get(life).last().orElse(-1)).isEqualTo(life - 1L);
        }
        assertThat(losses.getFirst().errno())
                .isIn(Errno.ETIMEDOUT, Errno.ECONNREFUSED, Errno.ECONNRESET);
    }

    /** The server's memory has changed, so nothing posted before may go to it by itself. */
    @Test
    void shouldTellWhatIsInDoubtOnceAndRepeatNothing() throws InterruptedException {
        AtomicInteger posted = new AtomicInteger();
        Client client =
                new Client(SHORT) {
                    @Override
                    protected void onConnected(ActiveEndpoint connection, Progress before) {
                        progress.add(before);
                        told.add("connected");
                        if (before.connections() == 0) {
                            ByteBuffer at = ByteBuffer.wrap(connection.peer().privateData());
                            long addr = at.getLong();
                            int wrong = at.getInt() + 1;
                            for (int i = 0; i < 4; i++) {
                                posted.incrementAndGet();
                                connection.write(super.source, 0, 8, addr, wrong, 50 + i);
                            }
                        }
                    }
                };
        try (client;
                Server server = new Server()) {
            client.start();
            await("connected");
            await("lost");
            await("connected");
            assertThat(server.words).hasSizeGreaterThanOrEqualTo(2);
        }
        assertThat(posted).hasValue(4);
        assertThat(progress.get(1).doubtful()).containsExactly(50L, 51L, 52L, 53L);
        assertThat(progress.get(1).completed()).isZero();
    }

    @Test
    void shouldGiveUpAfterAsManyAttemptsAsAllowed() throws InterruptedException {
        Backoff few = new Backoff(Duration.ofMillis(1), Duration.ofMillis(2), 0, 3);
        try (Client client = new Client(few)) {
            client.start();
            await("given up");
        }
        assertThat(losses).hasSize(3);
        assertThat(ends).hasSize(1);
        assertThat(ends.getFirst()).isInstanceOf(VerbsException.class);
    }

    @Test
    void shouldEndWithWhatACallbackThrows() throws InterruptedException {
        Client client =
                new Client(SHORT) {
                    @Override
                    protected void onConnected(ActiveEndpoint connection, Progress before) {
                        throw new UnsupportedOperationException("not today");
                    }
                };
        try (client;
                Server server = new Server()) {
            client.start();
            await("given up");
            assertThat(server.words).hasSize(1);
        }
        assertThat(ends.getFirst()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(client::start).hasMessageContaining("closed");
    }

    /** A program that closes a connection wants the next one. */
    @Test
    void shouldTakeTheEndOfAConnectionForItsLoss() throws InterruptedException {
        List<ActiveEndpoint> connections = new ArrayList<>();
        Client client =
                new Client(SHORT) {
                    @Override
                    protected void onConnected(ActiveEndpoint connection, Progress before) {
                        connections.add(connection);
                        told.add("connected");
                        if (connections.size() == 1) {
                            connection.close();
                        } else if (connections.size() == 2) {
                            connection.disconnect();
                        }
                    }
                };
        try (client;
                Server _ = new Server()) {
            client.start();
            await("connected");
            await("connected");
            await("connected");
        }
        assertThat(losses.subList(0, 2)).allMatch(cause -> cause.errno() == Errno.ECONNRESET);
    }

    @Test
    void shouldMakeNoAttemptAfterItWasClosed() throws InterruptedException {
        Client client =
                new Client(SHORT) {
                    @Override
                    protected void onLost(VerbsException cause, Duration wait) {
                        close();
                        told.add("closed");
                    }
                };
        client.start();
        await("closed");
        assertThatThrownBy(client::start).isInstanceOf(IllegalStateException.class);
        try (Server server = new Server()) {
            assertThat(told.poll(300, TimeUnit.MILLISECONDS)).isNull();
            assertThat(server.words).isEmpty();
        }
        assertThat(devices.one.connections().ids()).isZero();
    }

    @Test
    void shouldGiveUpWhenItsGroupIsClosed() throws InterruptedException {
        try (Client client = new Client(SHORT)) {
            client.start();
            await("lost");
            group.close();
            await("given up");
        }
        assertThat(ends.getFirst()).isInstanceOf(IllegalStateException.class);
    }
}
