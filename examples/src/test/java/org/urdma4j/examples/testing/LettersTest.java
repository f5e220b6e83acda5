package org.urdma4j.examples.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.channel.ChannelOptions;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.testing.EmulatedPath;
import org.urdma4j.testing.PathEnds;
import org.urdma4j.verbs.KeepAlive;
import org.urdma4j.verbs.cm.ConnParam;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;

/** The application's own tests, each over both paths. */
@EmulatedPath(rtt = "80ms", loss = "0.1%", rate = "1G", queue = "1bdp")
@EmulatedPath(rtt = "20ms", loss = "5%", rate = "20M", queue = "64K")
@Timeout(60)
class LettersTest {
    private final List<String> letters =
            IntStream.range(0, 10_000).mapToObj(i -> "letter %d".formatted(i)).toList();

    @Test
    void shouldArriveThoughThePathIsDarkForAWhile(PathEnds ends) throws Exception {
        try (RdmaServerChannel server = RdmaServerChannel.listen(ends.b(), 7176);
                RdmaChannel here = RdmaChannel.connect(ends.a(), server.address());
                RdmaChannel there = server.accept()) {
            ends.blackout();
            FutureTask<List<String>> received = start(() -> Letters.receive(there));
            FutureTask<Boolean> sent =
                    start(() -> {
                        Letters.send(here, letters);
                        return true;
                    });
            while (ends.aToB().statistics().droppedByBlackout() == 0) {
                Thread.sleep(1);
            }
            ends.restore();
            assertThat(received.get()).isEqualTo(letters);
            assertThat(sent.get()).isTrue();
        }
    }

    private static <T> FutureTask<T> start(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread.ofVirtual().start(task);
        return task;
    }

    @Test
    void shouldSayThatTheSiteHasGone(PathEnds ends) throws IOException {
        KeepAlive soon = KeepAlive.every(Duration.ofMillis(100));
        ChannelOptions options =
                ChannelOptions.builder().param(ConnParam.EMPTY.urdma(true).keepAlive(soon)).build();
        try (RdmaServerChannel server = RdmaServerChannel.listen(ends.b(), 7176)) {
            RdmaChannel here = RdmaChannel.connect(ends.a(), server.address(), options);
            ends.kill(ends.b());
            assertThatThrownBy(() -> Letters.send(here, letters)).isInstanceOf(IOException.class);
            here.abort();
        }
    }
}
