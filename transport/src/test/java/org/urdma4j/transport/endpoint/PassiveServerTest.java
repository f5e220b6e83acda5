package org.urdma4j.transport.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.endpoint.EndpointOptions;
import org.urdma4j.endpoint.PassiveEndpoint;
import org.urdma4j.endpoint.PassiveServer;
import org.urdma4j.transport.cm.CmConfig;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.transport.port.pipeline.InboundStage;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.ConnParam;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** Peers that don't do what they should, and a server that waits for others. */
@Timeout(60)
class PassiveServerTest {
    private static final Duration SOON = Duration.ofMillis(20);

    private final Neighbours devices = new Neighbours();
    private final SoftContext dead =
            devices.open(
                    "192.0.2.3",
                    MemoryPortConfig.builder().inbound(new Deaf()).build(),
                    CmConfig::of);

    /** Nothing comes in, so that whoever asks is never heard of again. */
    private static final class Deaf implements InboundStage {
        @Override
        public void offer(ByteBuf packet, Object source, long nowNs) {
            packet.release();
        }

        @Override
        public long poll(long nowNs, Delivery delivery) {
            return NEVER;
        }

        @Override
        public void close() {
            // nothing is kept
        }
    }

    @AfterEach
    void close() {
        dead.close();
        devices.close();
    }

    private static CompletableFuture<PassiveEndpoint> later(Waiting call) {
        CompletableFuture<PassiveEndpoint> result = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                result.complete(call.get());
            } catch (InterruptedException | RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    @FunctionalInterface
    private interface Waiting {
        PassiveEndpoint get() throws InterruptedException;
    }

    private static Consumer<PassiveEndpoint> told(LinkedBlockingQueue<PassiveEndpoint> asked) {
        return asked::add;
    }

    @Test
    void shouldServeOthersWhileOneIsHalfOpen() throws InterruptedException {
        try (PassiveServer server = PassiveServer.listen(devices.other, 0)) {
            LinkedBlockingQueue<PassiveEndpoint> asked = new LinkedBlockingQueue<>();
            var halfOpen = later(() -> PassiveEndpoint.connect(dead, server.address()));
            assertThatThrownBy(() -> server.accept(Duration.ofMillis(300), told(asked)))
                    .isInstanceOfSatisfying(
                            VerbsException.class,
                            e -> assertThat(e.errno()).isEqualTo(Errno.ETIMEDOUT));
            assertThat(asked).as("those who have asked").hasSize(1);
            var living = later(() -> PassiveEndpoint.connect(devices.one, server.address()));
            PassiveEndpoint accepted = server.accept(told(asked));
            assertThat(asked).hasSize(2).element(1).isSameAs(accepted);
            assertThat(accepted.peer().qpNum()).isEqualTo(living.join().qp().qpNum());
            assertThat(halfOpen).isNotDone();
            accepted.close();
            living.join().close();
        }
        assertThat(devices.ids()).isZero();
    }

    @Test
    void shouldReturnLaterWhoWasNotReadyInTime() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        try (PassiveServer server = PassiveServer.listen(devices.other, 0)) {
            var client =
                    later(() -> {
                        asked.await();
                        return PassiveEndpoint.connect(devices.one, server.address());
                    });
            LinkedBlockingQueue<PassiveEndpoint> prepared = new LinkedBlockingQueue<>();
            asked.countDown();
            PassiveEndpoint accepted = null;
            while (accepted == null) {
                try {
                    accepted = server.accept(Duration.ofNanos(1), told(prepared));
                } catch (VerbsException e) {
                    assertThat(e.errno()).isEqualTo(Errno.ETIMEDOUT);
                }
            }
            assertThat(prepared).containsExactly(accepted);
            client.join().disconnect();
            assertThat(accepted.awaitDisconnected(Duration.ofSeconds(20))).isTrue();
            assertThat(accepted.awaitDisconnected(SOON)).as("again").isTrue();
            client.join().close();
            accepted.close();
        }
    }

    @Test
    void shouldTellWhatItCanNotAgreeTo() throws InterruptedException {
        EndpointOptions wordy =
                EndpointOptions.builder().param(ConnParam.EMPTY.privateData(new byte[197])).build();
        try (PassiveServer server = PassiveServer.listen(devices.other, 0, wordy)) {
            var refused = later(() -> PassiveEndpoint.connect(devices.one, server.address()));
            assertThatThrownBy(server::accept)
                    .isInstanceOf(VerbsException.class)
                    .hasMessageContaining("197 bytes");
            assertThatThrownBy(refused::join).hasMessageContaining("ECONNREFUSED");
            var second = later(() -> PassiveEndpoint.connect(devices.one, server.address()));
            assertThatThrownBy(() ->
                            server.accept(_ -> {
                                throw new IllegalArgumentException("on purpose");
                            }))
                    .hasMessage("on purpose");
            assertThatThrownBy(second::join).hasMessageContaining("ECONNREFUSED");
        }
        assertThat(devices.ids()).isZero();
    }

    @Test
    void shouldWakeWhoWaitsWhenItIsClosed() {
        PassiveServer server = PassiveServer.listen(devices.other, 0);
        var first = later(server::accept);
        var second = later(server::accept);
        server.close();
        assertThatThrownBy(first::join).hasCauseInstanceOf(IllegalStateException.class);
        assertThatThrownBy(second::join).hasCauseInstanceOf(IllegalStateException.class);
        assertThatThrownBy(server::accept).isInstanceOf(IllegalStateException.class);
    }
}
