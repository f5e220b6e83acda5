package org.urdma4j.tools.rping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.endpoint.PassiveEndpoint;
import org.urdma4j.endpoint.PassiveServer;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.MemoryRegion;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** rping's client and server with each other. */
@Timeout(60)
class RpingTest {
    private static final int PINGS = 100;

    private final MemoryNetwork network = new MemoryNetwork("rping");
    private final SoftContext one = open("192.0.2.1");
    private final SoftContext other = open("192.0.2.2");
    private final StringWriter said = new StringWriter();
    private final StringWriter served = new StringWriter();
    private final RpingSettings settings =
            new RpingSettings(PINGS, 64, true, true, Duration.ofSeconds(20));

    private SoftContext open(String address) {
        Gid gid = Gid.parse(address);
        return new SoftDevice(
                        address,
                        gid.interfaceId(),
                        () -> MemoryPort.open(network, gid, MemoryPortConfig.builder().build()))
                .open();
    }

    @AfterEach
    void close() {
        one.close();
        other.close();
    }

    private CompletableFuture<Integer> serve(PassiveServer server) {
        CompletableFuture<Integer> pings = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try (PassiveEndpoint endpoint = server.accept(RpingBuffers::attach)) {
                PrintWriter out = new PrintWriter(served);
                RpingBuffers buffers = RpingBuffers.of(endpoint);
                pings.complete(new RpingServer(true, out).serve(endpoint, buffers));
            } catch (IOException | InterruptedException | RuntimeException e) {
                pings.completeExceptionally(e);
            }
        });
        return pings;
    }

    @Test
    void shouldPingUntilTheCountIsReached() throws Exception {
        try (PassiveServer server =
                PassiveServer.listen(other, 7174, RpingBuffers.options(settings))) {
            CompletableFuture<Integer> pings = serve(server);
            RpingClient client = new RpingClient(settings, new PrintWriter(said));
            assertThat(client.run(one, server.address())).isEqualTo(PINGS);
            assertThat(pings.get()).isEqualTo(PINGS);
        }
        assertThat(said.toString().lines()).hasSize(PINGS);
        assertThat(said.toString().lines().map(line -> "server " + line).toList())
                .isEqualTo(served.toString().lines().toList());
        assertThat(said.toString()).contains("ping data: rdma-ping-99: jklm");
    }

    /** Behind a lossy path the last acknowledgement may well come after the end of it all. */
    @Test
    void shouldCountAPingWhoseEndIsNotAcknowledged() throws Exception {
        try (PassiveServer server =
                PassiveServer.listen(other, 7174, RpingBuffers.options(settings))) {
            CompletableFuture<Integer> pings = serve(server);
            try (PassiveEndpoint hasty =
                    PassiveEndpoint.connect(
                            one,
                            server.address(),
                            RpingBuffers.options(settings),
                            RpingBuffers::attach)) {
                int access =
                        AccessFlags.LOCAL_WRITE
                                | AccessFlags.REMOTE_READ
                                | AccessFlags.REMOTE_WRITE;
                MemoryRegion source = hasty.allocate(64, access);
                MemoryRegion sink = hasty.allocate(64, access);
                source.segment().setString(0, "rdma-ping-0: " + "x".repeat(40));
                MemoryRegion message = hasty.allocate(PingInfo.BYTES);
                name(hasty, message, source);
                hasty.awaitReceive(); // nothing takes the next message
                name(hasty, message, sink);
                while (sink.segment().mismatch(source.segment()) >= 0) {
                    Thread.sleep(1);
                }
            }
            assertThat(pings.get()).isEqualTo(1);
        }
    }

    private static void name(PassiveEndpoint endpoint, MemoryRegion message, MemoryRegion memory)
            throws InterruptedException {
        new PingInfo(memory.addr(), memory.rkey(), (int) memory.length()).write(message.segment());
        endpoint.send(message, PingInfo.BYTES, 0);
        endpoint.awaitSend();
    }

    @Test
    void shouldNotTakeMoreThanItHasRoomFor() throws Exception {
        try (PassiveServer server =
                PassiveServer.listen(other, 7174, RpingBuffers.options(settings))) {
            CompletableFuture<Integer> pings = serve(server);
            try (PassiveEndpoint liar = PassiveEndpoint.connect(one, server.address())) {
                MemoryRegion message = liar.allocate(PingInfo.BYTES);
                new PingInfo(1, 2, -1).write(message.segment());
                liar.send(message, PingInfo.BYTES, 0);
                assertThatThrownBy(pings::get)
                        .isInstanceOf(ExecutionException.class)
                        .hasMessageContaining("4294967295 bytes, at most 65536");
            }
        }
    }
}
