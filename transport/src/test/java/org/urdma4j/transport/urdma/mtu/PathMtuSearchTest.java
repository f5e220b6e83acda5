package org.urdma4j.transport.urdma.mtu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.urdma.mtu.ProbedPath.BASE;
import static org.urdma4j.transport.urdma.mtu.ProbedPath.LIMIT;
import static org.urdma4j.transport.urdma.mtu.ProbedPath.RTT_NS;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.SplittableRandom;

class PathMtuSearchTest {
    private static final long SECOND = 1_000_000_000;

    private final SplittableRandom random = new SplittableRandom(1);

    @ParameterizedTest
    @ValueSource(ints = {1392, 1472, 8972})
    void shouldFindAUsualSizeInOneRoundTrip(int carries) {
        ProbedPath path = new ProbedPath(random, carries);
        path.runFor(RTT_NS + 1000);
        assertThat(path.search.size()).isEqualTo(carries);
    }

    @ParameterizedTest
    @ValueSource(ints = {1252, 1300, 1444, 1480, 2000, 4000, 8000, 8956})
    void shouldComeCloseToAnySize(int carries) {
        ProbedPath path = new ProbedPath(random, carries);
        path.runFor(20 * RTT_NS);
        assertThat(path.search.size()).isBetween(carries - PathMtuSearch.STEP, carries);
        assertThat(path.search.blackHoles()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1444, 1480, 1350, 8972})
    void shouldHaveNearlyAllOfItWithinFiveRoundTrips(int carries) {
        ProbedPath path = new ProbedPath(random, carries);
        path.runFor(5 * RTT_NS);
        assertThat(path.search.size()).isBetween(carries * 9 / 10, carries);
    }

    @Test
    void shouldNeverUseWhatWasNotAnswered() {
        for (int seed = 0; seed < 300; seed++) {
            SplittableRandom own = new SplittableRandom(seed);
            int carries = 4 * own.nextInt(BASE / 4, 2500);
            ProbedPath path = new ProbedPath(own, carries);
            path.loss = own.nextDouble(0.5);
            for (int i = 0; i < 50; i++) {
                path.runFor(RTT_NS);
                assertThat(path.search.size()).as("seed %d", seed).isBetween(BASE, carries);
            }
        }
    }

    @Test
    void shouldFindTheSizeAmongLosses() {
        int found = 0;
        for (int seed = 0; seed < 200; seed++) {
            ProbedPath path = new ProbedPath(new SplittableRandom(seed), 1472);
            path.loss = 0.1;
            path.runFor(20 * RTT_NS);
            found += path.search.size() == 1472 ? 1 : 0;
        }
        assertThat(found).isGreaterThan(190);
    }

    @Test
    void shouldRestWhenItHasFoundTheLimit() {
        ProbedPath path = new ProbedPath(random, 20_000);
        path.runFor(2 * RTT_NS);
        long probes = path.probes;
        path.runFor(60 * SECOND);
        assertThat(path.probes).isEqualTo(probes).isLessThanOrEqualTo(5);
        assertThat(path.search.deadlineNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldFollowAPathThatGrows() {
        ProbedPath path = new ProbedPath(random, 1472);
        path.runFor(2 * SECOND);
        path.carries = 20_000;
        path.runFor(PathMtuSearch.RAISE_NS + RTT_NS);
        assertThat(path.search.size()).isEqualTo(LIMIT);
    }

    /** Routes that change often change back. */
    @Test
    void shouldSoonFollowAPathThatIsWideAgain() {
        ProbedPath path = new ProbedPath(random, 20_000);
        path.runFor(60 * SECOND);
        path.carries = 1472;
        path.search.doubt(1, path.nowNs);
        path.runFor(SECOND / 2);
        assertThat(path.search.size()).isEqualTo(1472);

        path.carries = 20_000;
        path.runFor(PathMtuSearch.FIRST_RAISE_NS + RTT_NS);
        assertThat(path.search.size()).isEqualTo(LIMIT);
    }

    @Test
    void shouldAskSeldomWhetherThePathHasGrown() {
        ProbedPath path = new ProbedPath(random, 1472);
        path.runFor(20 * SECOND);
        long bytes = path.bytes;
        path.runFor(60 * SECOND);
        assertThat(path.bytes - bytes).isBetween(5L * LIMIT, 7L * (LIMIT + 3000));
    }

    @Test
    void shouldSendNothingWithoutData() {
        ProbedPath path = new ProbedPath(random, 1472);
        path.sendsData = false;
        path.runFor(2 * SECOND);
        long probes = path.probes;
        path.runFor(600 * SECOND);
        assertThat(path.probes).isEqualTo(probes);
        assertThat(path.search.deadlineNs()).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(ints = {1252, 1400, 1472, 5000})
    void shouldStepBackFromABlackHole(int narrower) {
        ProbedPath path = new ProbedPath(random, 20_000);
        path.runFor(SECOND);
        path.carries = narrower;
        path.search.doubt(1, path.nowNs);
        path.runFor(2 * RTT_NS);
        assertThat(path.search.size()).isLessThanOrEqualTo(narrower);
        assertThat(path.search.blackHoles()).isEqualTo(1);

        path.runFor(20 * RTT_NS);
        assertThat(path.search.size()).isBetween(narrower - PathMtuSearch.STEP, narrower);
        assertThat(path.search.blackHoles()).isEqualTo(1);
    }

    /** Answers to the round that a doubt has broken off must not end the next one too soon. */
    @Test
    void shouldStepBackInTheMiddleOfALookForMore() {
        for (int part = 1; part < 300; part++) {
            ProbedPath path = new ProbedPath(random, 1472);
            path.runFor(SECOND);
            path.runFor(RTT_NS * part / 20);
            path.carries = 1300;
            path.search.doubt(1, path.nowNs);
            path.runFor(10 * RTT_NS);
            assertThat(path.search.size()).as("part %d", part).isLessThanOrEqualTo(1300);
            assertThat(path.search.blackHoles()).as("part %d", part).isEqualTo(1);
        }
    }

    /** A queue that is full now is no narrow path. */
    @Test
    void shouldAskTwiceWhereThatIsWanted() {
        ProbedPath path = new ProbedPath(random, 20_000);
        path.runFor(SECOND);
        path.carries = 1472;
        path.search.doubt(2, path.nowNs);
        path.runFor(RTT_NS / 2);
        path.carries = 20_000;
        path.runFor(SECOND);
        assertThat(path.search.blackHoles()).isZero();

        path.carries = 1472;
        path.search.doubt(2, path.nowNs);
        path.runFor(3 * RTT_NS);
        assertThat(path.search.size()).isEqualTo(1472);
    }

    @Test
    void shouldKeepTheSizeWhenDoubtsAreUnfounded() {
        ProbedPath path = new ProbedPath(random, 20_000);
        path.runFor(SECOND);
        for (int i = 0; i < 100; i++) {
            path.search.doubt(1, path.nowNs);
            path.runFor(RTT_NS);
        }
        assertThat(path.search.size()).isEqualTo(LIMIT);
        assertThat(path.search.blackHoles()).isZero();
    }

    /** What loses everything says nothing of sizes. */
    @Test
    void shouldNotTakeAnOutageForABlackHole() {
        ProbedPath path = new ProbedPath(random, 20_000);
        path.runFor(SECOND);
        path.carries = 0;
        path.search.doubt(1, path.nowNs);
        path.runFor(SECOND);
        assertThat(path.search.size()).isEqualTo(LIMIT);

        path.carries = 20_000;
        path.runFor(3 * SECOND);
        assertThat(path.search.size()).isEqualTo(LIMIT);
        assertThat(path.search.blackHoles()).isZero();
    }

    @Test
    void shouldGiveUpOnAPeerThatNeverAnswers() {
        ProbedPath path = new ProbedPath(random, 0);
        path.sendsData = false;
        path.runFor(120 * SECOND);
        assertThat(path.search.deadlineNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(path.probes).isLessThan(50);

        path.carries = 1472;
        path.sendsData = true;
        path.runFor(20 * SECOND);
        assertThat(path.search.size()).isEqualTo(1472);
    }

    @Test
    void shouldBelieveNoStranger() {
        ProbedPath path = new ProbedPath(random, 1472);
        path.runFor(SECOND);
        assertThat(path.search.onAnswer(4711, LIMIT, path.nowNs)).isFalse();
        assertThat(path.search.onAnswer(path.search.nonce(), LIMIT + 4L, path.nowNs)).isFalse();
        assertThat(path.search.onAnswer(path.search.nonce(), 0, path.nowNs)).isFalse();
        assertThat(path.search.size()).isEqualTo(1472);
    }

    /** What passed before the path became narrower doesn't count any more. */
    @Test
    void shouldNotBelieveAnswersFromBeforeABlackHole() {
        ProbedPath path = new ProbedPath(random, 20_000);
        path.runFor(SECOND);
        long before = path.search.nonce();
        path.carries = 1472;
        path.search.doubt(1, path.nowNs);
        path.runFor(2 * RTT_NS);
        assertThat(path.search.onAnswer(before, LIMIT, path.nowNs)).isFalse();
        assertThat(path.search.size()).isEqualTo(1472);
    }

    @Test
    void shouldLookForNothingWhereThereIsNothingToGain() {
        ProbedPath path = new ProbedPath(random, 20_000, 1000);
        path.search.doubt(1, 0);
        path.runFor(SECOND);
        assertThat(path.search.size()).isEqualTo(1000);
        assertThat(path.probes).isZero();
    }

    @Test
    void shouldEndWhenItIsStopped() {
        ProbedPath path = new ProbedPath(random, 1472);
        path.runFor(RTT_NS / 2);
        path.search.stop();
        long probes = path.probes;
        path.runFor(60 * SECOND);
        assertThat(path.probes).isEqualTo(probes);
    }
}
