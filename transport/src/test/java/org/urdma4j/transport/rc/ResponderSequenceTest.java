package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.rc.HandMade.packet;
import static org.urdma4j.transport.rc.Solo.RQ_PSN;
import static org.urdma4j.transport.rc.Solo.brief;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.RecvWr;

/** Gaps in the sequence numbers of requests (IBTA 1.4 §9.7.5.2.8): asked for once, not for each. */
class ResponderSequenceTest {
    private final Solo solo = Solo.connected();

    @BeforeEach
    void postReceives() {
        for (int i = 0; i < 10; i++) {
            solo.host.post(new RecvWr().wrId(i));
        }
    }

    private static HandMade send(int psn) {
        return packet(Opcode.RC_SEND_ONLY, psn).ackRequested();
    }

    @Test
    void shouldAskForTheMissingPacketOnceHoweverManyFollow() {
        assertThat(brief(solo.receive(send(RQ_PSN), send(RQ_PSN + 2), send(RQ_PSN + 3))))
                .containsExactly("ACK 100", "NAK60 101");
        assertThat(solo.host.count(Counter.SENT_SEQ_ERR)).isOne();
        assertThat(solo.host.count(Counter.OUT_OF_SEQ_REQUEST)).isEqualTo(2);
    }

    @Test
    void shouldDropWhatFollowsAGap() {
        solo.receive(send(RQ_PSN + 1), send(RQ_PSN + 2));

        assertThat(solo.received()).isEmpty();
        assertThat(solo.host.qp.state()).isEqualTo(QpState.RTS);
    }

    @Test
    void shouldGoOnWhenTheMissingPacketComes() {
        solo.receive(send(RQ_PSN + 1));

        assertThat(brief(solo.receive(send(RQ_PSN), send(RQ_PSN + 1))))
                .containsExactly("ACK 100", "ACK 101");
        assertThat(solo.received()).containsExactly("0 SUCCESS", "1 SUCCESS");
    }

    @Test
    void shouldAskAgainForANewGap() {
        solo.receive(send(RQ_PSN + 1), send(RQ_PSN));

        assertThat(brief(solo.receive(send(RQ_PSN + 2)))).containsExactly("NAK60 101");
    }

    @Test
    void shouldAskAgainWhenTheRequesterCameBackBeforeTheGap() {
        solo.receive(send(RQ_PSN), send(RQ_PSN + 2));

        assertThat(brief(solo.receive(send(RQ_PSN), send(RQ_PSN + 2))))
                .containsExactly("ACK 100", "NAK60 101");
    }

    @Test
    void shouldSendTheNakInsteadOfAnAcknowledgementThatIsDue() {
        assertThat(brief(solo.receiveTogether(send(RQ_PSN), send(RQ_PSN + 2))))
                .containsExactly("NAK60 101");
    }

    @Test
    void shouldForgetANakWhenTheMissingPacketCameFirst() {
        assertThat(brief(solo.receiveTogether(send(RQ_PSN + 1), send(RQ_PSN), send(RQ_PSN + 1))))
                .containsExactly("ACK 101");
    }

    @Test
    void shouldTakeHalfTheNumberSpaceAheadAsAGapAndTheOtherHalfAsOld() {
        assertThat(brief(solo.receive(send((RQ_PSN + (1 << 23) - 1) & 0xffffff))))
                .containsExactly("NAK60 100");
        assertThat(brief(solo.receive(send((RQ_PSN + (1 << 23)) & 0xffffff))))
                .containsExactly("ACK 99");
        assertThat(solo.host.count(Counter.DUPLICATE_REQUEST)).isOne();
    }
}
