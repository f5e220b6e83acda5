package org.urdma4j.transport.port.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.SelectStrategy;

import org.junit.jupiter.api.Test;

import java.time.Duration;

class BusyPollTest {
    private static final int READY = 3;

    private long nowNs = Long.MAX_VALUE - 10; // the clock may overflow
    private final BusyPoll busyPoll = new BusyPoll(Duration.ofNanos(100), () -> nowNs);

    @Test
    void shouldSleepBeforeTheFirstTurn() throws Exception {
        assertThat(next(false)).isEqualTo(SelectStrategy.SELECT);
    }

    @Test
    void shouldLookForAsLongAsWasAskedForAfterATurn() throws Exception {
        busyPoll.onTurn();
        assertThat(next(false)).isEqualTo(READY);
        nowNs += 99;
        assertThat(next(false)).isEqualTo(READY);
        nowNs++;
        assertThat(next(false)).isEqualTo(SelectStrategy.SELECT);
        nowNs -= 50;
        assertThat(next(false)).as("once asleep").isEqualTo(SelectStrategy.SELECT);
    }

    @Test
    void shouldBeginAnewWithEachTurn() throws Exception {
        for (int i = 0; i < 10; i++) {
            busyPoll.onTurn();
            assertThat(next(false)).isEqualTo(READY);
            nowNs += 99;
            assertThat(next(false)).isEqualTo(READY);
        }
    }

    @Test
    void shouldLookOnceBeforeTasksWithoutTakingThemForATurn() throws Exception {
        assertThat(next(true)).isEqualTo(READY);
        assertThat(next(false)).isEqualTo(SelectStrategy.SELECT);
    }

    @Test
    void shouldLeaveALoopThatSleepsAtOnceToNetty() {
        BusyPoll none = new BusyPoll(Duration.ZERO, () -> nowNs);
        assertThat(none.strategies()).isSameAs(DefaultSelectStrategyFactory.INSTANCE);
        assertThat(busyPoll.strategies().newSelectStrategy()).isSameAs(busyPoll);
    }

    private int next(boolean hasTasks) throws Exception {
        return busyPoll.calculateStrategy(() -> READY, hasTasks);
    }
}
