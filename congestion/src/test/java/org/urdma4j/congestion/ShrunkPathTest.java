package org.urdma4j.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.congestion.Bottleneck.MS;

import org.junit.jupiter.api.Test;

class ShrunkPathTest {
    private static final long RATE = 50_000_000;

    private final ShrunkPath path = new ShrunkPath(RrccConfig.DEFAULT);

    @Test
    void oneRoundIsEnoughUnlessHostsAreAway() {
        assertThat(path.onRound(true, false)).isTrue();
        path.begin(0, RATE, 50 * MS);
        assertThat(path.onRound(true, true)).isFalse();
        assertThat(path.onRound(true, true)).isTrue();
        assertThat(path.onRound(false, true)).isFalse();
        assertThat(path.onRound(true, true)).isFalse();
    }

    @Test
    void aQueueThatDoesNotDrainIsOthers() {
        path.begin(0, RATE, 50 * MS);
        path.endDrain(100 * MS);
        assertThat(path.isOthers(99 * MS, 50 * MS)).isFalse();
        assertThat(path.isOthers(100 * MS, 40 * MS)).isTrue();
        assertThat(path.sharedRate()).isEqualTo(RATE / 2);
        assertThat(path.isOthers(101 * MS, 40 * MS)).isFalse();
    }

    @Test
    void aQueueThatDrainsIsOnesOwn() {
        path.begin(0, RATE, 50 * MS);
        path.endDrain(100 * MS);
        assertThat(path.isOthers(100 * MS, 20 * MS)).isFalse();
        assertThat(path.isOthers(101 * MS, 40 * MS)).isFalse();
    }

    /** In 60 ms at half the rate no more than 30 ms of queue drain. */
    @Test
    void aLongQueueIsJudgedByWhatCanHaveDrained() {
        path.begin(0, RATE, 200 * MS);
        path.endDrain(60 * MS);
        assertThat(path.isOthers(60 * MS, 180 * MS)).isFalse();
        path.begin(60 * MS, RATE, 200 * MS);
        path.endDrain(120 * MS);
        assertThat(path.isOthers(120 * MS, 190 * MS)).isTrue();
    }

    /** What arrives meanwhile was sent while the sender held back, and says nothing. */
    @Test
    void shouldNotBeginAnewUntilItIsAnswered() {
        path.begin(0, RATE, 50 * MS);
        path.endDrain(100 * MS);
        assertThat(path.onRound(true, false)).isFalse();
        assertThat(path.isOthers(100 * MS, 20 * MS)).isFalse();
        assertThat(path.onRound(true, false)).isTrue();
    }

    /** A start-up drains, too, and asks nothing. */
    @Test
    void whatIsNotAskedIsNotAnswered() {
        path.endDrain(100 * MS);
        assertThat(path.isOthers(100 * MS, 40 * MS)).isFalse();
    }

    @Test
    void noArrivalIsBelievedBeyondWhatWasBefore() {
        assertThat(path.ceiling()).isEqualTo(RateController.UNLIMITED);
        path.begin(0, RATE, 50 * MS);
        path.begin(0, RATE / 4, 50 * MS);
        assertThat(path.ceiling()).isEqualTo(RATE);
        path.endCycle();
        path.begin(0, RATE / 4, 50 * MS);
        assertThat(path.ceiling()).isEqualTo(RATE / 4);
    }
}
