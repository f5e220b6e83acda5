package org.urdma4j.tools.rping;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.endpoint.PassiveEndpoint;
import org.urdma4j.endpoint.PassiveServer;
import org.urdma4j.transport.cm.CmCounter;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.MemoryRegion;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Both ends of ucmatose with each other. */
@Timeout(60)
class UcmatoseTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final MemoryNetwork network = new MemoryNetwork("ucmatose");

    private SoftContext open(String address) {
        Gid gid = Gid.parse(address);
        return new SoftDevice(
                        address,
                        gid.interfaceId(),
                        () -> MemoryPort.open(network, gid, MemoryPortConfig.builder().build()))
                .open();
    }

    @ParameterizedTest
    @CsvSource({"1, 10, 100", "20, 3, 5000", "3, 10, 0"})
    void shouldSendBothWaysOverEachConnection(int connections, int messages, int size)
            throws Exception {
        try (SoftContext one = open("192.0.2.1");
                SoftContext other = open("192.0.2.2");
                Ucmatose client = new Ucmatose(messages, size, PATIENCE);
                Ucmatose server = new Ucmatose(messages, size, PATIENCE);
                PassiveServer listener = PassiveServer.listen(other, 0, server.options())) {
            CompletableFuture<Void> served = new CompletableFuture<>();
            Thread.startVirtualThread(() -> {
                try {
                    server.accept(listener, connections, PATIENCE);
                    server.exchange(true);
                    server.disconnect(true);
                    served.complete(null);
                } catch (InterruptedException | RuntimeException e) {
                    served.completeExceptionally(e);
                }
            });
            client.connect(one, listener.address(), connections);
            client.exchange(false);
            client.disconnect(false);
            served.get();
            assertThat(one.connections().counters().get(CmCounter.ESTABLISHED))
                    .isEqualTo(connections);
        }
    }

    /** Behind a lossy path the end may come before the last acknowledgement. */
    @Test
    void shouldHaveAllWhenTheServerHasEndedTheConnection() throws Exception {
        try (SoftContext one = open("192.0.2.1");
                SoftContext other = open("192.0.2.2");
                Ucmatose client = new Ucmatose(3, 100, PATIENCE);
                PassiveServer listener = PassiveServer.listen(other, 0, client.options())) {
            CompletableFuture<Void> served = new CompletableFuture<>();
            Thread.startVirtualThread(() -> {
                // Nothing takes the client's messages, so none of them is acknowledged.
                try (PassiveEndpoint hasty = listener.accept(PATIENCE, _ -> {})) {
                    MemoryRegion memory = hasty.allocate(100);
                    for (int i = 0; i < 3; i++) {
                        hasty.send(memory, 100, i);
                    }
                    for (int i = 0; i < 3; i++) {
                        hasty.awaitSend();
                    }
                    served.complete(null);
                } catch (InterruptedException | RuntimeException e) {
                    served.completeExceptionally(e);
                }
            });
            client.connect(one, listener.address(), 1);
            client.exchange(false);
            client.disconnect(false);
            served.get();
        }
    }
}
