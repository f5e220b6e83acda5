package org.urdma4j.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.handler.codec.quic.Quic;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.peers.aeron.AeronReceiver;
import org.urdma4j.peers.aeron.AeronSender;
import org.urdma4j.peers.end.EndSpec;
import org.urdma4j.peers.end.Meter;
import org.urdma4j.peers.quic.QuicReceiver;
import org.urdma4j.peers.quic.QuicSender;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Both ends of each transport over loopback: every byte is counted, and none twice. */
@Timeout(120)
class LoopbackTest {
    private static final long BYTES = 5_000_003;

    /** Longer than the bytes take: the end of the stream ends the receiver. */
    private static final int FOR_EVER_S = 100;

    @TempDir private Path folder;

    private interface Sender {
        void run(EndSpec spec, Runnable ready) throws IOException, InterruptedException;
    }

    private interface Receiver {
        void run(EndSpec spec, Meter meter) throws IOException, InterruptedException;
    }

    private static InetSocketAddress freePort() throws IOException {
        InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
        try (DatagramSocket socket = new DatagramSocket(0, loopback)) {
            return new InetSocketAddress(loopback, socket.getLocalPort());
        }
    }

    private EndSpec spec(int mtu, long bytes) throws IOException {
        return new EndSpec(freePort(), freePort(), mtu, 0, FOR_EVER_S, bytes, folder);
    }

    private static long transfer(EndSpec spec, Sender sender, Receiver receiver) throws Exception {
        CompletableFuture<Void> ready = new CompletableFuture<>();
        Thread thread =
                Thread.ofPlatform()
                        .name("sender")
                        .start(() -> {
                            try {
                                sender.run(spec, () -> ready.complete(null));
                            } catch (IOException | RuntimeException e) {
                                ready.completeExceptionally(e);
                            } catch (InterruptedException _) {
                                // the end of the test
                            }
                        });
        try {
            ready.get(60, TimeUnit.SECONDS);
            Meter meter = new Meter(spec.omitS(), spec.timeS());
            receiver.run(spec, meter);
            return meter.totalBytes();
        } finally {
            thread.interrupt();
            thread.join();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1500, 9000})
    void shouldCountWhatAeronBrings(int mtu) throws Exception {
        EndSpec spec = spec(mtu, BYTES);

        assertThat(transfer(spec, AeronSender::run, AeronReceiver::run)).isEqualTo(BYTES);
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(ints = {1500, 9000})
    void shouldCountWhatQuicBrings(int mtu) throws Exception {
        assumeTrue(Quic.isAvailable(), "Netty's QUIC is here for Linux on x86-64 alone");

        assertThat(transfer(spec(mtu, BYTES), QuicSender::run, QuicReceiver::run)).isEqualTo(BYTES);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void shouldCountOneByte() throws Exception {
        assertThat(transfer(spec(1500, 1), AeronSender::run, AeronReceiver::run)).isEqualTo(1);
    }
}
