package org.urdma4j.transport.urdma.path;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Questions on a path, one after the other. */
class ChallengeTest {
    private static final int SIZE = 32;

    private final Challenge challenge = new Challenge();

    /** A path may be longer than the time between two. */
    @Test
    void shouldTakeAnAnswerToOneBefore() {
        challenge.sent(11, SIZE, 100, 200);
        challenge.sent(12, SIZE, 200, 300);
        assertThat(challenge.unanswered()).isEqualTo(1);

        assertThat(challenge.answer(11, 450)).isEqualTo(SIZE);

        assertThat(challenge.rttNs()).isEqualTo(350);
        assertThat(challenge.isOpen()).isFalse();
        assertThat(challenge.unanswered()).isZero();
        assertThat(challenge.answered()).isEqualTo(1);
    }

    @Test
    void shouldTakeNoAnswerTwiceAndNoneThatWasNotAskedFor() {
        challenge.sent(11, SIZE, 100, 200);

        assertThat(challenge.answer(99, 150)).isZero();
        assertThat(challenge.answer(11, 150)).isEqualTo(SIZE);
        assertThat(challenge.answer(11, 151)).isZero();
        assertThat(challenge.answer(0, 152)).isZero();
    }

    @Test
    void shouldForgetAllButTheLastFew() {
        for (int i = 1; i <= 6; i++) {
            challenge.sent(i, SIZE, i, i + 1);
        }

        assertThat(challenge.answer(2, 10)).isZero();
        assertThat(challenge.openSinceNs()).isEqualTo(1);
        assertThat(challenge.answer(3, 10)).isEqualTo(SIZE);
        assertThat(challenge.openSinceNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldBeDueAtTheEarlierOfTwoTimes() {
        challenge.askAt(50);
        challenge.askAt(80);
        assertThat(challenge.dueNs()).isEqualTo(50);
        challenge.sent(1, SIZE, 60, 500);
        assertThat(challenge.dueNs()).isEqualTo(500);
        challenge.cancel();
        assertThat(challenge.dueNs()).isEqualTo(Long.MAX_VALUE);
    }
}
