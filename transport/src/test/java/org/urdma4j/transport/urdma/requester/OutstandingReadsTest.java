package org.urdma4j.transport.urdma.requester;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutstandingReadsTest {
    private final OutstandingReads reads = new OutstandingReads();

    @BeforeEach
    void start() {
        reads.start();
    }

    @Test
    void shouldKnowWhereARequestStandsUntilItHasItsAnswer() {
        int first = reads.begin(70);
        int second = reads.begin(71);
        assertThat(reads.positionOf(first)).isEqualTo(70);
        assertThat(reads.positionOf(second)).isEqualTo(71);
        assertThat(reads.outstanding()).isEqualTo(2);
        reads.end(first);
        assertThat(reads.positionOf(first)).isEqualTo(-1);
        assertThat(reads.outstanding()).isOne();
    }

    /** Its answer is lost again and again, while those behind it have theirs at once. */
    @Test
    void shouldRememberTheOldestHoweverManyAreAnsweredBehindIt() {
        int late = reads.begin(5);
        for (int i = 0; i < 10_000; i++) {
            int number = reads.begin(6 + i);
            assertThat(reads.positionOf(number)).isEqualTo(6 + i);
            reads.end(number);
        }
        assertThat(reads.positionOf(late)).isEqualTo(5);
        reads.end(late);
        assertThat(reads.outstanding()).isZero();
        assertThat(reads.positionOf(reads.begin(77))).isEqualTo(77);
    }

    @Test
    void shouldKnowNothingOfNumbersThatWereNeverGiven() {
        int number = reads.begin(1);
        assertThat(reads.positionOf(number + 1)).isEqualTo(-1);
        assertThat(reads.positionOf(number - 1)).isEqualTo(-1);
        assertThat(reads.positionOf(number + 4)).isEqualTo(-1);
        assertThat(reads.positionOf(Integer.MIN_VALUE)).isEqualTo(-1);
    }

    @Test
    void shouldCountOnWhenNumbersWrap() {
        for (int i = 0; i < 300; i++) {
            reads.end(reads.begin(i));
        }
        int one = reads.begin(1_000);
        int two = reads.begin(1_001);
        reads.end(one);
        assertThat(reads.positionOf(one)).isEqualTo(-1);
        assertThat(reads.positionOf(two)).isEqualTo(1_001);
    }
}
