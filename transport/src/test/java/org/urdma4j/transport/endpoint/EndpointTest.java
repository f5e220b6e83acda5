package org.urdma4j.transport.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
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
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.cm.ConnParam;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Connections in a few lines, both styles. */
@Timeout(60)
class EndpointTest {
    private static final long SECONDS = 20;

    private final MemoryNetwork network = new MemoryNetwork("endpoints");
    private final SoftContext one = open("192.0.2.1");
    private final SoftContext other = open("192.0.2.2");

    /** What an active endpoint was told, in order. */
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

    private SoftContext open(String address) {
        Gid gid = Gid.parse(address);
        return new SoftDevice(
                        "memory",
                        gid.interfaceId(),
                        () -> MemoryPort.open(network, gid, MemoryPortConfig.builder().build()))
                .open();
    }

    @AfterEach
    void close() {
        one.close();
        other.close();
    }

    /** Sends back what it receives. */
    private class Echo extends ActiveEndpoint {
        private MemoryRegion memory;

        @Override
        protected void onOpen() {
            memory = allocate(64);
            receive(memory, 0);
        }

        @Override
        protected void onConnected() {
            told.add("connected");
        }

        @Override
        protected void onReceive(WorkCompletion done) {
            if (done.isSuccess()) {
                told.add("received " + done.byteLen());
                send(memory, done.byteLen(), 0);
            }
        }

        @Override
        protected void onSend(WorkCompletion done) {
            told.add("sent");
        }

        @Override
        protected void onDisconnected() {
            told.add("disconnected");
        }

        @Override
        protected void onFailed(VerbsException cause) {
            told.add(cause.errno().name());
        }
    }

    private String told() throws InterruptedException {
        return told.poll(SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void shouldCallBackWhileAPassivePeerWaits() throws InterruptedException {
        try (ActiveGroup server = ActiveGroup.listen(other, 7000, Echo::new);
                PassiveEndpoint client = PassiveEndpoint.connect(one, server.address())) {
            assertThat(told()).isEqualTo("connected");
            MemoryRegion words = client.allocate(64);
            words.segment().setString(0, "hello");
            client.receive(words, 32, 32, 7);
            client.send(words, 6, 8);
            assertThat(client.awaitSend().wrId()).isEqualTo(8);
            assertThat(client.awaitReceive().wrId()).isEqualTo(7);
            assertThat(words.segment().getString(32)).isEqualTo("hello");
            assertThat(told()).isEqualTo("received 6");
            assertThat(told()).isEqualTo("sent");
            client.disconnect();
            assertThat(client.awaitDisconnected(Duration.ofSeconds(SECONDS))).isTrue();
            assertThat(told()).isEqualTo("disconnected");
        }
        assertThat(one.connections().ids() + other.connections().ids()).isZero();
    }

    @Test
    void shouldReadAndWriteMemoryThatThePeerHasNamed() throws InterruptedException {
        int access = AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE | AccessFlags.REMOTE_READ;
        EndpointOptions few = EndpointOptions.builder().depth(2).build();
        try (PassiveServer server = PassiveServer.listen(other, 0)) {
            CompletableFuture<PassiveEndpoint> accepted = new CompletableFuture<>();
            Thread.startVirtualThread(() -> {
                try {
                    accepted.complete(server.accept());
                } catch (InterruptedException | RuntimeException e) {
                    accepted.completeExceptionally(e);
                }
            });
            PassiveEndpoint client = PassiveEndpoint.connect(one, server.address(), few, _ -> {});
            PassiveEndpoint peer = accepted.join();
            MemoryRegion named = peer.allocate(64, access);
            named.segment().setString(0, "there");
            MemoryRegion mine = client.allocate(64);
            client.read(mine, 0, 6, named.addr(), named.rkey(), 1);
            client.awaitSend();
            assertThat(mine.segment().getString(0)).isEqualTo("there");
            mine.segment().setString(0, "back");
            client.write(mine, 0, 5, named.addr(), named.rkey(), 2);
            client.awaitSend();
            assertThat(named.segment().getString(0)).isEqualTo("back");
            peer.close();
            client.close();
        }
    }

    @Test
    void shouldTellEachOtherPrivateData() throws InterruptedException {
        byte[] question = ByteBuffer.allocate(8).putLong(77).array();
        EndpointOptions asking =
                EndpointOptions.builder().param(ConnParam.EMPTY.privateData(question)).build();
        CompletableFuture<byte[]> seen = new CompletableFuture<>();
        class Curious extends ActiveEndpoint {
            @Override
            protected void onOpen() {
                seen.complete(peer().privateData());
            }
        }
        try (ActiveGroup server = ActiveGroup.listen(other, 7000, Curious::new);
                PassiveEndpoint client =
                        PassiveEndpoint.connect(one, server.address(), asking, _ -> {})) {
            assertThat(client.peer().qpNum()).isPositive();
            assertThat(seen.join()).startsWith(question);
        }
    }

    @Test
    void shouldSayWhatWentWrong() throws InterruptedException {
        InetSocketAddress there = new InetSocketAddress(other.queryGid(1, 0).toInetAddress(), 9);
        assertThatThrownBy(() -> PassiveEndpoint.connect(one, there))
                .isInstanceOfSatisfying(
                        VerbsException.class,
                        e -> assertThat(e.errno()).isEqualTo(Errno.ECONNREFUSED));
        try (ActiveGroup group = ActiveGroup.open(one, EndpointOptions.DEFAULT)) {
            Echo endpoint = group.connect(new Echo(), there);
            assertThat(told()).isEqualTo("ECONNREFUSED");
            assertThat(endpoint.id()).isNotNull();
        }
        try (PassiveServer server =
                PassiveServer.listen(
                        one, 9, EndpointOptions.builder().patience(Duration.ofMillis(1)).build())) {
            assertThatThrownBy(server::accept)
                    .isInstanceOfSatisfying(
                            VerbsException.class,
                            e -> assertThat(e.errno()).isEqualTo(Errno.ETIMEDOUT));
        }
        assertThat(one.connections().ids()).isZero();
    }

    @Test
    void shouldTellAWaitingEndThatThePeerIsGone() throws InterruptedException {
        ActiveGroup server = ActiveGroup.listen(other, 7000, Echo::new);
        try (PassiveEndpoint client = PassiveEndpoint.connect(one, server.address())) {
            assertThat(told()).isEqualTo("connected");
            client.receive(client.allocate(8), 0);
            server.close();
            assertThatThrownBy(client::awaitReceive)
                    .isInstanceOfSatisfying(
                            VerbsException.class,
                            e -> assertThat(e.errno()).isEqualTo(Errno.ECONNRESET));
        }
    }

    @Test
    void shouldEndForWhoWaitsWhenARequestHasFailed() throws InterruptedException {
        try (ActiveGroup server = ActiveGroup.listen(other, 7000, Echo::new);
                PassiveEndpoint client = PassiveEndpoint.connect(one, server.address())) {
            MemoryRegion words = client.allocate(64);
            client.write(words, 0, 8, words.addr(), words.rkey(), 1);
            assertThatThrownBy(client::awaitSend).hasMessageContaining("REM_ACCESS_ERR");
            assertThat(client.qp().state()).isEqualTo(QpState.ERR);
            assertThat(client.awaitDisconnected(Duration.ofSeconds(SECONDS))).isTrue();
            assertThatThrownBy(client::awaitReceive)
                    .as("with nothing posted")
                    .isInstanceOfSatisfying(
                            VerbsException.class,
                            e -> assertThat(e.errno()).isEqualTo(Errno.ECONNRESET));
        }
    }

    @Test
    void shouldSayThatItIsClosed() throws InterruptedException {
        try (ActiveGroup server = ActiveGroup.listen(other, 7000, Echo::new)) {
            PassiveEndpoint client = PassiveEndpoint.connect(one, server.address());
            MemoryRegion words = client.allocate(64);
            client.close();
            client.close();
            client.disconnect();
            List<ThrowingCallable> calls =
                    List.of(
                            () -> client.send(words, 8, 1),
                            () -> client.receive(words, 1),
                            () -> client.write(words, 0, 8, 1, 1, 1),
                            () -> client.read(words, 0, 8, 1, 1, 1),
                            () -> client.allocate(8),
                            client::pd,
                            client::qp,
                            client::awaitSend,
                            client::awaitReceive,
                            () -> client.pollSend(new WorkCompletion[1]),
                            () -> client.pollReceive(new WorkCompletion[1]),
                            () -> client.awaitDisconnected(Duration.ZERO));
            for (ThrowingCallable call : calls) {
                assertThatThrownBy(call)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("the endpoint is closed");
            }
            assertThat(client.peer()).isNotNull();
            assertThatThrownBy(() -> new Echo().send(words, 8, 1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("isn't open yet");
        }
    }
}
