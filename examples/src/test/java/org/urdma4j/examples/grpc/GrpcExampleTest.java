package org.urdma4j.examples.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.stub.ClientCalls;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.InetAddress;
import java.util.concurrent.TimeUnit;

/** Both ends in one program, over TCP and over URDMA. */
@Timeout(120)
class GrpcExampleTest {
    private static final InetAddress SERVER = own(72);
    private static final InetAddress CLIENT = own(73);

    /** Of this JVM alone. */
    private static InetAddress own(int last) {
        long pid = ProcessHandle.current().pid();
        return InetAddress.ofLiteral(
                "127.%d.%d.%d".formatted(64 + (pid >> 8) % 64, pid % 256, last));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "urdma"})
    void shouldCallAndStream(String name) throws Exception {
        try (Wire there = Wire.of(name, SERVER);
                Wire here = Wire.of(name, CLIENT)) {
            Server server = GrpcServer.start(there, SERVER);
            ManagedChannel channel = GrpcClient.connect(here, SERVER);
            byte[] said = {1, 2, 3};
            assertThat(
                            ClientCalls.blockingUnaryCall(
                                    channel, Blobs.ECHO, CallOptions.DEFAULT, said))
                    .isEqualTo(said);
            assertThat(GrpcClient.callTimesNs(channel, 0.1)).isNotEmpty().isSorted();
            assertThat(GrpcClient.bytesPerSecond(channel, 0.3)).isPositive();
            channel.shutdownNow().awaitTermination(20, TimeUnit.SECONDS);
            server.shutdownNow().awaitTermination(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void shouldNameWhatThereIs() {
        assertThatThrownBy(() -> Wire.of("udp", CLIENT)).hasMessage("udp is neither tcp nor urdma");
    }
}
