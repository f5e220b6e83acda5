package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.codec.ib.AethSyndrome.rnrNak;
import static org.urdma4j.transport.rc.Solo.SQ_PSN;
import static org.urdma4j.transport.rc.Solo.brief;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.WrOpcode;

/** Receiver not ready: wait as long as the NAK says, then come back, as often as allowed. */
class RnrRetryTest {
    private static final long MICROSECOND = 1000;

    private final Solo solo = new Solo();

    @ParameterizedTest
    @CsvSource({"0, 655360", "1, 10", "12, 640", "14, 1280", "25, 61440", "31, 491520"})
    void shouldWaitAsLongAsTheNakSays(int code, long microseconds) {
        solo.connect(Solo.attr());
        solo.post(1, WrOpcode.SEND, 8);

        assertThat(solo.answer(SQ_PSN, rnrNak(code))).isEmpty();
        assertThat(solo.elapse(microseconds * MICROSECOND - 1)).isEmpty();
        assertThat(brief(solo.elapse(1))).containsExactly("SEND_ONLY 200");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 6})
    void shouldGiveUpAfterTheRetriesAllowed(int retries) {
        solo.connect(Solo.attr().rnrRetry(retries));
        solo.post(1, WrOpcode.SEND, 8);
        solo.host.post(solo.request(2, WrOpcode.SEND, 8));

        for (int i = 0; i < retries; i++) {
            solo.answer(SQ_PSN, rnrNak(1));
            assertThat(solo.elapse(10 * MICROSECOND)).isNotEmpty();
        }
        assertThat(solo.sent()).isEmpty();
        solo.answer(SQ_PSN, rnrNak(1));

        assertThat(solo.sent()).containsExactly("1 RNR_RETRY_EXC_ERR", "2 WR_FLUSH_ERR");
        assertThat(solo.host.qp.state()).isEqualTo(QpState.ERR);
        assertThat(solo.host.count(Counter.RETRY_RNR_EXCEEDED_ERR)).isOne();
        assertThat(solo.host.count(Counter.RCVD_RNR_ERR)).isEqualTo(retries + 1L);
    }

    @Test
    void shouldNeverGiveUpWithSeven() {
        solo.connect(Solo.attr().rnrRetry(7));
        solo.post(1, WrOpcode.SEND, 8);

        for (int i = 0; i < 1000; i++) {
            solo.answer(SQ_PSN, rnrNak(1));
            assertThat(solo.elapse(10 * MICROSECOND)).hasSize(1);
        }
        solo.acknowledge(SQ_PSN);

        assertThat(solo.sent()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldRestoreTheRetriesWithProgress() {
        solo.connect(Solo.attr().rnrRetry(1));
        for (int i = 0; i < 5; i++) {
            solo.post(i, WrOpcode.SEND, 8);
            solo.answer(SQ_PSN + i, rnrNak(1));
            solo.elapse(10 * MICROSECOND);
            solo.acknowledge(SQ_PSN + i);
        }

        assertThat(solo.sent())
                .containsExactly("0 SUCCESS", "1 SUCCESS", "2 SUCCESS", "3 SUCCESS", "4 SUCCESS");
    }

    @Test
    void shouldTakeARepetitionOfTheNakForTheSame() {
        solo.connect(Solo.attr().rnrRetry(1));
        solo.post(1, WrOpcode.SEND, 8);

        solo.answer(SQ_PSN, rnrNak(12));
        solo.elapse(600 * MICROSECOND);
        solo.answer(SQ_PSN, rnrNak(12));

        assertThat(solo.elapse(40 * MICROSECOND)).as("the first wait counts").hasSize(1);
        assertThat(solo.sent()).isEmpty();
    }

    @Test
    void shouldSendNothingWhileItWaits() {
        solo.connect(Solo.attr());
        solo.post(1, WrOpcode.SEND, 8);
        solo.answer(SQ_PSN, rnrNak(12));

        assertThat(solo.post(2, WrOpcode.RDMA_WRITE, 8)).isEmpty();
        assertThat(brief(solo.elapse(640 * MICROSECOND)))
                .containsExactly("SEND_ONLY 200", "WRITE_ONLY 201");
    }

    @Test
    void shouldNotTimeOutWhileItWaits() {
        solo.connect(Solo.attr().timeout(8).retryCnt(0));
        solo.post(1, WrOpcode.SEND, 8);
        solo.answer(SQ_PSN, rnrNak(0));

        assertThat(brief(solo.elapse(655_360 * MICROSECOND))).containsExactly("SEND_ONLY 200");
        solo.acknowledge(SQ_PSN);
        assertThat(solo.sent()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldCompleteWhatCameBeforeTheRefusedRequest() {
        solo.connect(Solo.attr());
        solo.post(1, WrOpcode.RDMA_WRITE, 300);
        solo.post(2, WrOpcode.SEND, 8);

        solo.answer(SQ_PSN + 2, rnrNak(1));

        assertThat(solo.sent()).containsExactly("1 SUCCESS");
        assertThat(brief(solo.elapse(10 * MICROSECOND))).containsExactly("SEND_ONLY 202");
    }

    @Test
    void shouldComeBackInTheMiddleOfAWriteWithImmediate() {
        solo.connect(Solo.attr());
        solo.post(1, WrOpcode.RDMA_WRITE_WITH_IMM, 600);

        solo.answer(SQ_PSN + 2, rnrNak(1));

        assertThat(brief(solo.elapse(10 * MICROSECOND)))
                .containsExactly("WRITE_LAST_WITH_IMMEDIATE 202");
    }

    @Test
    void shouldGoOnAtOnceWhenTheRequestIsAcknowledgedMeanwhile() {
        solo.connect(Solo.attr());
        solo.post(1, WrOpcode.SEND, 8);
        solo.post(2, WrOpcode.RDMA_WRITE, 8);
        solo.answer(SQ_PSN, rnrNak(0));

        solo.acknowledge(SQ_PSN + 1);

        assertThat(solo.sent()).containsExactly("1 SUCCESS", "2 SUCCESS");
        assertThat(brief(solo.post(3, WrOpcode.RDMA_WRITE, 8))).containsExactly("WRITE_ONLY 202");
    }
}
