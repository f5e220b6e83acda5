package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.codec.ib.AethSyndrome.NAK_PSN_SEQUENCE_ERROR;
import static org.urdma4j.transport.rc.Solo.SQ_PSN;
import static org.urdma4j.transport.rc.Solo.brief;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.WrOpcode;

/** NAK 0x60: the requester goes back to the PSN that it names; everything before it has arrived. */
class NegativeAcknowledgeTest {
    private static final WrOpcode WRITE = WrOpcode.RDMA_WRITE;

    private final Solo solo = new Solo();

    @Test
    void shouldGoBackToThePsnOfTheNak() {
        solo.connect(Solo.attr());
        solo.post(1, WRITE, 300);
        solo.post(2, WRITE, 1000);

        assertThat(brief(solo.answer(SQ_PSN + 3, NAK_PSN_SEQUENCE_ERROR)))
                .containsExactly("WRITE_MIDDLE 203", "WRITE_MIDDLE 204", "WRITE_LAST 205");
        assertThat(solo.sent()).as("all before it has arrived").containsExactly("1 SUCCESS");
        assertThat(solo.host.count(Counter.RCVD_SEQ_ERR)).isOne();
        assertThat(solo.host.count(Counter.RETRANSMITTED_PKTS)).isEqualTo(3);
    }

    @Test
    void shouldSendTheSameBytesAgain() {
        solo.connect(Solo.attr());
        Captured first = solo.post(1, WRITE, 300).getFirst();

        Captured again = solo.answer(SQ_PSN, NAK_PSN_SEQUENCE_ERROR).getFirst();

        assertThat(again.bytes).isEqualTo(first.bytes);
    }

    /** NAKs of one packet are one loss, until the timer shows that there was another. */
    @Test
    void shouldGiveUpWhenTheBudgetIsSpentWithoutProgress() {
        solo.connect(Solo.attr().timeout(10).retryCnt(2));
        solo.post(1, WRITE, 300);
        solo.post(2, WRITE, 300);

        for (int i = 0; i < 5; i++) {
            solo.answer(SQ_PSN, NAK_PSN_SEQUENCE_ERROR);
        }
        solo.elapse(4096L << 10);
        assertThat(solo.sent()).isEmpty();
        solo.answer(SQ_PSN, NAK_PSN_SEQUENCE_ERROR);

        assertThat(solo.sent()).containsExactly("1 RETRY_EXC_ERR", "2 WR_FLUSH_ERR");
        assertThat(solo.host.qp.state()).isEqualTo(QpState.ERR);
    }

    @Test
    void shouldShareTheBudgetWithTimeouts() {
        solo.connect(Solo.attr().timeout(10).retryCnt(2));
        solo.post(1, WRITE, 300);

        solo.answer(SQ_PSN, NAK_PSN_SEQUENCE_ERROR);
        solo.elapse(4096L << 10);
        assertThat(solo.sent()).isEmpty();
        solo.elapse(4096L << 10);

        assertThat(solo.sent()).containsExactly("1 RETRY_EXC_ERR");
    }

    @Test
    void shouldRestoreTheBudgetWithProgress() {
        solo.connect(Solo.attr().retryCnt(1));
        solo.post(1, WRITE, 2000);

        for (int i = 0; i < 8; i++) {
            solo.answer(SQ_PSN + i, NAK_PSN_SEQUENCE_ERROR);
        }
        solo.acknowledge(SQ_PSN + 7);

        assertThat(solo.sent()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldStartTheTimerWithTheRetransmission() {
        solo.connect(Solo.attr().timeout(10).retryCnt(7));
        solo.post(1, WRITE, 300);
        solo.elapse((4096L << 10) - 1);

        solo.answer(SQ_PSN, NAK_PSN_SEQUENCE_ERROR);

        assertThat(solo.elapse((4096L << 10) - 1)).isEmpty();
        assertThat(solo.elapse(1)).hasSize(2);
    }
}
