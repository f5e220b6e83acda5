package org.urdma4j.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.verbs.Context;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Clients that ask often: what is asked of devices is bounded, and others are answered. */
@Timeout(60)
class ManyScrapesTest {
    private static final InetSocketAddress ANY =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final String ASK = "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final long REST_NS = 20_000_000;

    private final AtomicInteger asked = new AtomicInteger();

    private static MetricsServer start(Supplier<Collection<Context>> contexts) throws IOException {
        return MetricsServer.start(ANY, contexts, 1, Duration.ofDays(1));
    }

    private static Socket connect(MetricsServer server, String from) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
        socket.connect(server.address());
        return socket;
    }

    private static String ask(MetricsServer server, String from) throws IOException {
        try (Socket socket = connect(server, from)) {
            socket.getOutputStream().write(ASK.getBytes(US_ASCII));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    /** Fewer at a time than may be connected, so that none is put out. */
    @Test
    void shouldAskDevicesFiftyTimesASecondHoweverManyAsk() throws Exception {
        List<Throwable> failures = new ArrayList<>();
        AtomicInteger answers = new AtomicInteger();
        long startNs = System.nanoTime();
        try (MetricsServer server =
                start(() -> {
                    asked.incrementAndGet();
                    return List.of();
                })) {
            List<Thread> askers = new ArrayList<>();
            for (int i = 0; i < 24; i++) {
                askers.add(
                        Thread.startVirtualThread(() -> {
                            try {
                                for (int k = 0; k < 8; k++) {
                                    assertThat(ask(server, "127.0.0.2"))
                                            .startsWith("HTTP/1.1 200 ");
                                    answers.incrementAndGet();
                                }
                            } catch (IOException | AssertionError e) {
                                synchronized (failures) {
                                    failures.add(e);
                                }
                            }
                        }));
            }
            for (Thread each : askers) {
                each.join();
            }
        }
        long tookNs = System.nanoTime() - startNs;
        assertThat(failures).isEmpty();
        assertThat(answers.get()).isEqualTo(24 * 8);
        assertThat((asked.get() - 1) * REST_NS).isLessThanOrEqualTo(tookNs);
    }

    /** Who asks never gets what was counted before. */
    @Test
    void shouldTellWhatIsCountedByThen() throws Exception {
        AtomicInteger counted = new AtomicInteger();
        SharedText text = new SharedText(() -> String.valueOf(counted.get()), 1_000);
        List<Throwable> failures = new ArrayList<>();
        List<Thread> askers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            askers.add(
                    Thread.ofPlatform()
                            .start(() -> {
                                try {
                                    for (int k = 0; k < 200; k++) {
                                        int before = counted.incrementAndGet();
                                        assertThat(Integer.parseInt(text.get()))
                                                .isGreaterThanOrEqualTo(before);
                                    }
                                } catch (InterruptedException | AssertionError e) {
                                    synchronized (failures) {
                                        failures.add(e);
                                    }
                                }
                            }));
        }
        for (Thread each : askers) {
            each.join();
        }
        assertThat(failures).isEmpty();
    }

    /** One address that asks for all there is puts out its own, not others'. */
    @Test
    void shouldKeepWhoseAddressHasFew() throws Exception {
        List<Socket> flood = new ArrayList<>();
        try (MetricsServer server = start(List::of);
                Socket first = connect(server, "127.0.0.2")) {
            first.getOutputStream().write("GET ".getBytes(US_ASCII));
            for (int i = 0; i < 100; i++) {
                flood.add(connect(server, "127.0.0.3"));
            }
            assertThat(flood.getFirst().getInputStream().read()).as("the oldest").isEqualTo(-1);
            // all of the flood that is to go has gone: those that came last are all that is left
            assertThat(flood.get(100 - 64).getInputStream().read()).isEqualTo(-1);
            first.getOutputStream().write(ASK.substring(4).getBytes(US_ASCII));
            first.shutdownOutput();
            assertThat(new String(first.getInputStream().readAllBytes(), UTF_8))
                    .startsWith("HTTP/1.1 200 ");
        } finally {
            for (Socket socket : flood) {
                socket.close();
            }
        }
    }

    @Test
    void shouldGoOnAfterErrors() throws Exception {
        try (MetricsServer server =
                start(() -> {
                    if (asked.getAndIncrement() < 30) {
                        throw new OutOfMemoryError("on purpose");
                    }
                    return List.of();
                })) {
            String answer = ask(server, "127.0.0.2");
            assertThat(answer).startsWith("HTTP/1.1 503 ").contains("OutOfMemoryError: on purpose");
            List<Socket> failed = new ArrayList<>();
            for (int i = 1; i < 24; i++) {
                Socket socket = connect(server, "127.0.0.2");
                socket.getOutputStream().write(ASK.getBytes(US_ASCII));
                socket.shutdownOutput();
                failed.add(socket);
            }
            for (Socket socket : failed) {
                assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
                        .startsWith("HTTP/1.1 503 ");
                socket.close();
            }
            while (!answer.startsWith("HTTP/1.1 200 ")) {
                answer = ask(server, "127.0.0.3");
            }
        }
    }
}
