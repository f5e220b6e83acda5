package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Reports by count and time alone, as in the paper, and when asked. */
class PaperReportTest {
    private final Solo solo =
            new Solo()
                    .connect(
                            Host.attr()
                                    .urdmaOffer(Host.OFFER.toBuilder().sack(4, 5_000).build())
                                    .urdmaTuning(
                                            Host.UNPACED.toBuilder().paperReports(true).build()));

    private Raw write(int i) {
        return Raw.write(0xca, Solo.PSN + i, solo.address(0), solo.rkey(), 4).payload(0, 4).t1(i);
    }

    @Test
    void shouldNotReportAtTheEndOfAMessageOrForAHole() {
        assertThat(solo.receive(write(0), write(5), write(5))).isEmpty();
        assertThat(solo.elapse(999_999)).isEmpty();
        assertThat(solo.elapse(1)).as("T, the lesser of 5 and 1 ms").hasSize(1);
    }

    @Test
    void shouldReportByCountAndWhenAsked() {
        assertThat(solo.receive(write(0), write(1), write(2))).isEmpty();
        assertThat(solo.receive(write(3))).hasSize(1);
        assertThat(solo.receive(write(4).asks())).hasSize(1);
    }
}
