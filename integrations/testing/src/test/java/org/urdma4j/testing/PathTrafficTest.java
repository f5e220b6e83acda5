package org.urdma4j.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.channel.ChannelOptions;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.cm.ConnParam;

import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Channels over the path, timed by the test's own clock. */
@Timeout(60)
class PathTrafficTest {
    private static final Duration RETRY = Duration.ofMillis(500);
    private static final int MEGABYTE = 1_000_000;

    private final byte[] data = new byte[MEGABYTE];
    private PathEnds ends;

    @BeforeEach
    void fill(PathEnds mine) {
        ends = mine;
        new Random(1).nextBytes(data);
    }

    private record Pair(RdmaChannel client, RdmaChannel server) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            client.close();
            server.close();
        }
    }

    private Pair connect(boolean urdma) throws IOException {
        UrdmaTuning soon = UrdmaTuning.builder().retryTime(RETRY).build();
        ChannelOptions options =
                ChannelOptions.builder()
                        .param(ConnParam.EMPTY.urdma(urdma).urdmaTuning(soon))
                        .receiveBytes(4 << 20)
                        .sendBytes(4 << 20)
                        .build();
        try (RdmaServerChannel server = RdmaServerChannel.listen(ends.b(), 0, options)) {
            RdmaChannel client = RdmaChannel.connect(ends.a(), server.address(), options);
            return new Pair(client, server.accept());
        }
    }

    private static <T> FutureTask<T> start(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread.ofVirtual().start(task);
        return task;
    }

    private static Duration since(long startNs) {
        return Duration.ofNanos(System.nanoTime() - startNs);
    }

    /** Returns how long a byte takes there and back. */
    private static Duration ping(Pair pair) throws IOException {
        long startNs = System.nanoTime();
        pair.client().outputStream().write(1);
        pair.server().outputStream().write(pair.server().inputStream().read());
        assertThat(pair.client().inputStream().read()).isEqualTo(1);
        return since(startNs);
    }

    private Duration move(Pair pair) throws Exception {
        long startNs = System.nanoTime();
        FutureTask<Void> writer =
                start(() -> {
                    pair.client().outputStream().write(data);
                    pair.client().shutdownOutput();
                    return null;
                });
        assertThat(pair.server().inputStream().readAllBytes()).isEqualTo(data);
        writer.get();
        return since(startNs);
    }

    @EmulatedPath(rtt = "30ms", rate = "unlimited")
    void shouldTakeARoundTripAtLeastThatMayChange() throws IOException {
        try (Pair pair = connect(true)) {
            assertThat(ping(pair)).isGreaterThanOrEqualTo(Duration.ofMillis(30));
            ends.rtt("60ms");
            assertThat(ping(pair)).isGreaterThanOrEqualTo(Duration.ofMillis(60));
            ends.rtt("0");
            ends.bToA().delay("50ms");
            assertThat(ping(pair)).isGreaterThanOrEqualTo(Duration.ofMillis(50));
        }
    }

    @EmulatedPath(rtt = "2ms", rate = "50M", queue = "1MB")
    void shouldNotBeFasterThanItsRate() throws Exception {
        try (Pair pair = connect(true)) {
            double bits = 8.0 * data.length;
            assertThat(move(pair)).isGreaterThan(Duration.ofNanos((long) (bits / 50e6 * 1e9)));
            assertThat(ends.aToB().statistics().deliveredBytes()).isGreaterThan(data.length);
            assertThat(ends.bToA().statistics().bytes()).isLessThan(data.length / 10);
        }
    }

    @EmulatedPath(rtt = "2ms", loss = "2%", seed = "1")
    void shouldLoseOnTheWayWhatTheConnectionSendsAgain() throws Exception {
        for (boolean urdma : new boolean[] {true, false}) {
            try (Pair pair = connect(urdma)) {
                move(pair);
            }
        }
        PathStatistics there = ends.aToB().statistics();
        assertThat(there.lost()).isPositive();
        assertThat(there.dropped()).isGreaterThanOrEqualTo(there.lost());
        assertThat(there.delivered()).isLessThanOrEqualTo(there.packets() - there.dropped());
        assertThat(ends.toString()).contains(there.lost() + " lost", "rtt 2ms", "seed");
    }

    /** Standard sends a window at once, a megabyte here. */
    @EmulatedPath(rtt = "2ms", rate = "500M", queue = "64K")
    void shouldDropWhatFindsNoRoom() throws Exception {
        try (Pair pair = connect(false)) {
            move(pair);
        }
        PathStatistics there = ends.aToB().statistics();
        assertThat(there.droppedByQueue()).isPositive().isEqualTo(there.dropped());
        assertThat(there.maxQueueBytes()).isBetween((64L << 10) - 5000, 64L << 10);
    }

    @EmulatedPath(rtt = "2ms")
    void shouldDeliverNothingInTheDark() throws Exception {
        try (Pair pair = connect(true)) {
            ping(pair);
            long startNs = System.nanoTime();
            ends.blackout(Duration.ofMillis(200));
            assertThat(ping(pair)).isPositive();
            assertThat(since(startNs)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
            assertThat(ends.aToB().statistics().droppedByBlackout()).isPositive();
        }
    }

    @EmulatedPath(rtt = "2ms")
    void shouldTellOfADarkPathBySilenceAlone() throws IOException {
        Pair pair = connect(true);
        ends.blackout();
        long startNs = System.nanoTime();
        pair.client().outputStream().write(1);
        assertThatThrownBy(() -> pair.client().inputStream().read())
                .isInstanceOf(IOException.class);
        assertThat(since(startNs)).isGreaterThanOrEqualTo(RETRY);
    }

    @EmulatedPath(rtt = "2ms")
    void shouldTellOfADeadEndBySilenceAlone() throws Exception {
        Pair pair = connect(true);
        ping(pair);
        FutureTask<Integer> waiting = start(() -> pair.server().inputStream().read());
        ends.kill(ends.b());
        assertThatThrownBy(waiting::get).as("a call in the dead end").isNotNull();
        long startNs = System.nanoTime();
        pair.client().outputStream().write(1);
        assertThatThrownBy(() -> pair.client().inputStream().read())
                .isInstanceOf(IOException.class);
        assertThat(since(startNs)).isGreaterThanOrEqualTo(RETRY);
        assertThatThrownBy(() -> ends.b().queryGidTable())
                .isInstanceOf(IllegalStateException.class);
    }

    @EmulatedPath(rtt = "2ms")
    void shouldKillItsOwnEndsAlone() {
        try (PathEnds others = new PathEnds(Paths.of(NearBy.class), 1)) {
            assertThatThrownBy(() -> ends.kill(others.a()))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> ends.kill(null)).isInstanceOf(IllegalArgumentException.class);
            ends.kill(ends.a());
            ends.kill(ends.a());
            assertThat(others.a().queryGidTable()).hasSize(1);
        }
    }

    @EmulatedPath(rtt = "1us")
    private static class NearBy {}

    @EmulatedPath(rtt = "80ms", rate = "1G", queue = "1bdp")
    void shouldLetAsMuchFlyAsALongFastPathHolds() throws Exception {
        try (Pair pair = connect(true)) {
            move(pair);
            assertThat(ends.aToB().statistics().dropped()).isZero();
        }
    }

    @EmulatedPath
    void shouldCloseWhatTheTestHasClosedAndWhatItHasNot() throws IOException {
        connect(true);
        ends.b().close();
        assertThat(ends.a().queryGid(1, 0)).hasToString("::ffff:192.0.2.1");
    }
}
