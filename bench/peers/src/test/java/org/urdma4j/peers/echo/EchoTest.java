package org.urdma4j.peers.echo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.socket.DatagramPacket;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.lab.latency.RoundTrips;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Both ends over loopback. */
@Timeout(60)
class EchoTest {
    private static final InetSocketAddress ANY_PORT =
            new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
    private static final Duration OMIT = Duration.ofMillis(50);
    private static final Duration TIME = Duration.ofMillis(300);
    private static final Duration PATIENT = Duration.ofSeconds(10);
    private static final Duration IMPATIENT = Duration.ofMillis(20);
    private static final int SIZE = 64;

    @BeforeAll
    static void requireEpoll() {
        assumeTrue(Epoll.isAvailable(), "Netty's epoll is here for Linux alone");
    }

    private static EchoTimes run(Duration busyPoll, Duration timeout, Predicate<DatagramPacket> to)
            throws Exception {
        try (EchoServer server = new EchoServer(ANY_PORT, busyPoll, to)) {
            return EchoClient.run(
                    new EchoSpec(server.address(), busyPoll, SIZE, OMIT, TIME), timeout);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 50})
    void shouldTimeEachRequestOfTheTimeThatCounts(int busyPollUs) throws Exception {
        AtomicInteger asked = new AtomicInteger();
        Set<Integer> sizes = new HashSet<>();

        EchoTimes times =
                run(
                        Duration.ofNanos(1000L * busyPollUs),
                        PATIENT,
                        packet -> {
                            asked.incrementAndGet();
                            sizes.add(packet.content().readableBytes());
                            return true;
                        });

        assertThat(times.count()).isPositive().isLessThan(asked.get());
        assertThat(times.lost()).isZero();
        assertThat(sizes).containsExactly(SIZE);
        RoundTrips trips = RoundTrips.parse("echo", times.json());
        assertThat(trips.p50Us()).isPositive().isLessThanOrEqualTo(trips.p99Us());
        assertThat(trips.p999Us()).isGreaterThanOrEqualTo(trips.p99Us());
        // one after the other: the median can't take much longer than twice the mean
        assertThat(trips.p50Us() * trips.perS()).isLessThan(2.5e6);
    }

    @Test
    void shouldAskAgainAndNotTimeWhatIsLost() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger dropped = new AtomicInteger();

        EchoTimes times =
                run(
                        Duration.ZERO,
                        IMPATIENT,
                        _ -> {
                            boolean answers = asked.incrementAndGet() % 3 != 0;
                            if (!answers) {
                                dropped.incrementAndGet();
                            }
                            return answers;
                        });

        // On a busy machine an answer may be late, and count as lost. Some are of what is omitted.
        assertThat(times.lost()).isPositive();
        assertThat(times.count()).isPositive().isLessThanOrEqualTo(asked.get() - dropped.get());
        assertThat(RoundTrips.parse("echo", times.json()).again()).isEqualTo((double) times.lost());
    }

    @Test
    void shouldEndWhereNobodyAnswers() throws Exception {
        assertThatIOException()
                .isThrownBy(() -> run(Duration.ZERO, IMPATIENT, _ -> false))
                .withMessageMatching("no echo from 127.0.0.1:\\d+: 5 in a row were lost");
    }

    @Test
    void shouldEndWhereNobodyListens() throws Exception {
        InetSocketAddress gone;
        try (EchoServer server = new EchoServer(ANY_PORT, Duration.ZERO, _ -> true)) {
            gone = server.address();
        }

        assertThatIOException()
                .isThrownBy(() ->
                        EchoClient.run(
                                new EchoSpec(gone, Duration.ZERO, SIZE, OMIT, TIME), IMPATIENT))
                .withMessageStartingWith("no echo from 127.0.0.1:");
    }

    @Test
    void shouldSayThatAPortIsTaken() throws Exception {
        try (EchoServer first = new EchoServer(ANY_PORT, Duration.ZERO, _ -> true)) {
            assertThatIOException()
                    .isThrownBy(() -> {
                        try (EchoServer _ =
                                new EchoServer(first.address(), Duration.ZERO, _ -> true)) {}
                    })
                    .withMessageContaining("can't be bound to: ");
        }
    }
}
