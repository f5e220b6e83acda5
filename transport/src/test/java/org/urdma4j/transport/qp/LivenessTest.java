package org.urdma4j.transport.qp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.qp.Liveness.Verdict.ASK;
import static org.urdma4j.transport.qp.Liveness.Verdict.NOTHING;
import static org.urdma4j.transport.qp.Liveness.Verdict.VANISHED;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.KeepAlive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

class LivenessTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long NEVER = Long.MAX_VALUE;

    private final Liveness liveness = new Liveness();

    private void begin(KeepAlive keepAlive, long nowNs) {
        liveness.reset(keepAlive);
        liveness.deadlineNs(true, 0, nowNs);
    }

    private long next() {
        return liveness.deadlineNs(true, 0, 0);
    }

    /** Returns when it asked, in tenths of a second, until the peer was given up. */
    private List<Long> silence(long rttNs) {
        List<Long> asked = new ArrayList<>();
        while (true) {
            long nowNs = next();
            switch (liveness.onTimer(rttNs, nowNs)) {
                case ASK -> asked.add(nowNs / (SECOND / 100));
                case VANISHED -> {
                    asked.add(nowNs / (SECOND / 100));
                    return asked;
                }
                case NOTHING -> throw new AssertionError("a turn for nothing at " + nowNs);
            }
        }
    }

    @Test
    void shouldAskFourTimesInAnIntervalAndGiveUpAfterThree() {
        begin(KeepAlive.DEFAULT, 0);

        assertThat(silence(0))
                .containsExactly(1500L, 1875L, 2250L, 2625L, 3000L, 3375L, 3750L, 4125L, 4500L);
        assertThat(KeepAlive.DEFAULT.limit()).isEqualTo(Duration.ofSeconds(45));
    }

    @Test
    void shouldHaveOneTurnInAnIntervalWhileThePeerIsHeard() {
        begin(KeepAlive.DEFAULT, 0);
        int turns = 0;
        long dueNs = next();
        for (long nowNs = 0; nowNs < 150 * SECOND; nowNs += SECOND / 100) {
            liveness.onHeard(nowNs);
            if (dueNs <= nowNs) {
                turns++;
                assertThat(liveness.onTimer(0, nowNs)).isEqualTo(NOTHING);
                dueNs = next();
            }
        }
        assertThat(turns).isBetween(9, 10);
    }

    /** The limit counts from the last packet, not from the turn that found it. */
    @Test
    void shouldCountFromTheLastPacket() {
        begin(KeepAlive.DEFAULT, 0);
        liveness.onHeard(SECOND);
        assertThat(liveness.onTimer(0, 15 * SECOND)).isEqualTo(NOTHING);
        assertThat(next()).isEqualTo(16 * SECOND);
        assertThat(silence(0)).startsWith(1600L).endsWith(4600L).hasSize(9);
    }

    @Test
    void shouldBeginAnewWhenThePeerAnswersTheLastQuestion() {
        begin(KeepAlive.DEFAULT, 0);
        for (int i = 0; i < 8; i++) {
            assertThat(liveness.onTimer(0, next())).isEqualTo(ASK);
        }
        liveness.onHeard(44 * SECOND);
        assertThat(liveness.onTimer(0, next())).isEqualTo(NOTHING);
        assertThat(next()).isEqualTo(59 * SECOND);
        assertThat(silence(0)).hasSize(9).endsWith(8900L);
    }

    /** Whoever was stopped has listened to nobody meanwhile. */
    @Test
    void shouldCountATurnOnceHoweverLateItComes() {
        begin(KeepAlive.DEFAULT, 0);
        long wokenNs = 100_000 * SECOND;
        assertThat(liveness.onTimer(0, wokenNs)).isEqualTo(ASK);
        assertThat(next()).isEqualTo(wokenNs + 15 * SECOND / 4);
        assertThat(silence(0)).hasSize(8);
    }

    /** Packets that wait for the one who wakes up may be taken after its timers. */
    @Test
    void shouldNotGiveUpAtTheLastTurnWhenItWasHeardBefore() {
        begin(KeepAlive.every(Duration.ofSeconds(4)), 0);
        for (int i = 0; i < 8; i++) {
            assertThat(liveness.onTimer(0, next())).isEqualTo(ASK);
        }
        liveness.onHeard(5 * SECOND);
        assertThat(liveness.onTimer(0, 12 * SECOND)).as("long ago").isEqualTo(ASK);
        assertThat(liveness.onTimer(0, next())).isEqualTo(ASK);
    }

    @Test
    void shouldLeaveTimeForAnAnswerOnALongPath() {
        begin(KeepAlive.every(Duration.ofMillis(20)), 0);
        long rttNs = SECOND / 2;
        assertThat(liveness.onTimer(rttNs, next())).isEqualTo(ASK);
        assertThat(next()).isEqualTo(SECOND / 50 + 2 * rttNs);
    }

    @Test
    void shouldDoNothingWhereItIsOffOrNobodyIsWatched() {
        begin(KeepAlive.OFF, 0);
        assertThat(next()).isEqualTo(NEVER);
        liveness.reset(KeepAlive.DEFAULT);
        assertThat(liveness.deadlineNs(false, 0, 0)).isEqualTo(NEVER);
        assertThat(liveness.onTimer(0, 1000 * SECOND)).isEqualTo(NOTHING);
        assertThat(liveness.deadlineNs(true, 0, 7)).isEqualTo(15 * SECOND + 7);
        assertThat(liveness.deadlineNs(false, 0, 8)).isEqualTo(NEVER);
    }

    /** A clock may begin anywhere, below zero as well. */
    @Test
    void shouldWorkWithAnyClock() {
        long startNs = -5 * SECOND;
        begin(KeepAlive.DEFAULT, startNs);
        assertThat(silence(0)).hasSize(9).endsWith(4000L);
    }
}
