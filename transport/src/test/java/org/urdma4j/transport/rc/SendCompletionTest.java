package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.rc.HandMade.packet;
import static org.urdma4j.transport.rc.Solo.SQ_PSN;
import static org.urdma4j.transport.rc.Solo.brief;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.retransmit.RetransmitTimer;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** How send requests end: well, by a NAK, or flushed behind one that failed. */
class SendCompletionTest {
    private static final WrOpcode WRITE = WrOpcode.RDMA_WRITE;

    private final Solo solo = unsignaling().connect(Solo.attr());

    /** Returns a queue pair whose requests complete visibly only if they ask for it. */
    private static Solo unsignaling() {
        MemorySegment memory = Arena.ofAuto().allocate(1 << 16, 8);
        return new Solo(new Host("solo", EngineConfig.DEFAULT, memory, 1, false));
    }

    @Test
    void shouldCompleteWhenTheLastPacketIsAcknowledged() {
        solo.post(1, WRITE, 600);

        solo.acknowledge(SQ_PSN + 1);
        assertThat(solo.sent()).isEmpty();

        solo.acknowledge(SQ_PSN + 2);
        assertThat(solo.sent()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldCompleteSeveralByOneAcknowledgement() {
        solo.post(1, WRITE, 300);
        solo.post(2, WRITE, 0);
        solo.post(3, WRITE, 8);

        solo.acknowledge(SQ_PSN + 2);

        assertThat(solo.sent()).containsExactly("1 SUCCESS", "2 SUCCESS");
    }

    @Test
    void shouldKeepSilentAboutUnsignaledSuccess() {
        solo.post(solo.request(1, WRITE, 8).sendFlags(0));
        solo.post(2, WRITE, 8);
        solo.post(solo.request(3, WRITE, 8).sendFlags(0));

        solo.acknowledge(SQ_PSN + 2);

        assertThat(solo.sent()).containsExactly("2 SUCCESS");
        assertThat(solo.host.shard.nextDeadlineNs() - solo.nowNs).isPositive();
    }

    @ParameterizedTest
    @CsvSource({
        "0x61, REM_INV_REQ_ERR",
        "0x62, REM_ACCESS_ERR",
        "0x63, REM_OP_ERR",
        "0x64, REM_INV_RD_REQ_ERR"
    })
    void shouldFailByANakEvenWhenUnsignaled(String syndrome, String status) {
        for (int id = 1; id <= 4; id++) {
            solo.post(solo.request(id, WRITE, 300).sendFlags(id == 1 ? SendFlags.SIGNALED : 0));
        }
        solo.host.post(new RecvWr().wrId(50));

        solo.answer(SQ_PSN + 3, Integer.decode(syndrome)); // the second packet of the second

        assertThat(solo.sent())
                .containsExactly("1 SUCCESS", "2 " + status, "3 WR_FLUSH_ERR", "4 WR_FLUSH_ERR");
        assertThat(solo.received()).containsExactly("50 WR_FLUSH_ERR");
        assertThat(solo.host.qp.state()).isEqualTo(QpState.ERR);
        assertThat(solo.host.events).isEmpty();
        assertThat(solo.host.count(Counter.FATAL_NAKS_RCVD)).isOne();
    }

    @Test
    void shouldFallSilentAfterAFailure() {
        solo.post(1, WRITE, 300);
        solo.post(2, WRITE, 300);

        solo.answer(SQ_PSN + 2, AethSyndrome.NAK_INVALID_REQUEST);

        assertThat(solo.elapse(10_000_000_000L)).isEmpty();
        assertThat(solo.host.count(Counter.LOCAL_ACK_TIMEOUT_ERR)).isZero();
        assertThat(solo.host.count(Counter.RETRY_EXCEEDED_ERR)).isZero();
        assertThat(solo.host.shard.nextDeadlineNs()).isEqualTo(RetransmitTimer.NEVER);
    }

    @Test
    void shouldFlushWhatIsPostedInTheErrorState() {
        solo.post(1, WRITE, 8);
        solo.answer(SQ_PSN, AethSyndrome.NAK_INVALID_REQUEST);
        assertThat(solo.sent()).containsExactly("1 REM_INV_REQ_ERR");

        solo.host.post(new RecvWr().wrId(60));
        assertThat(solo.post(solo.request(2, WRITE, 8).sendFlags(0))).isEmpty();

        assertThat(solo.sent()).containsExactly("2 WR_FLUSH_ERR");
        assertThat(solo.received()).containsExactly("60 WR_FLUSH_ERR");
    }

    @Test
    void shouldIgnoreAnAcknowledgementOfWhatWasNeverSent() {
        solo.post(1, WRITE, 300);

        solo.acknowledge(SQ_PSN + 2);
        solo.answer(SQ_PSN + 2, AethSyndrome.NAK_INVALID_REQUEST);
        solo.acknowledge(SQ_PSN + (1 << 23) - 1);

        assertThat(solo.sent()).isEmpty();
        assertThat(solo.host.qp.state()).isEqualTo(QpState.RTS);
        assertThat(solo.host.count(Counter.UNEXPECTED_RESPONSE)).isEqualTo(3);
    }

    @Test
    void shouldIgnoreAnOldAcknowledgementAndAnOldNak() {
        solo.post(1, WRITE, 300);
        solo.acknowledge(SQ_PSN + 1);
        solo.post(2, WRITE, 300);

        solo.acknowledge(SQ_PSN);
        solo.answer(SQ_PSN + 1, AethSyndrome.NAK_INVALID_REQUEST);
        solo.answer(SQ_PSN, AethSyndrome.NAK_PSN_SEQUENCE_ERROR);

        assertThat(solo.sent()).containsExactly("1 SUCCESS");
        assertThat(solo.host.qp.state()).isEqualTo(QpState.RTS);
        assertThat(solo.host.count(Counter.RETRANSMITTED_PKTS)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0x40", "0x5f", "0x65", "0x7f", "0x80", "0xff"})
    void shouldIgnoreAReservedSyndrome(String syndrome) {
        solo.post(1, WRITE, 300);
        solo.post(2, WRITE, 300);

        solo.answer(SQ_PSN + 2, Integer.decode(syndrome));

        assertThat(solo.sent()).isEmpty();
        assertThat(solo.host.qp.state()).isEqualTo(QpState.RTS);
        assertThat(solo.host.count(Counter.UNEXPECTED_RESPONSE)).isOne();
    }

    @Test
    void shouldReportBytesOfWhatWasFetched() {
        solo.post(1, WrOpcode.RDMA_READ, 5);
        solo.receive(
                packet(Opcode.RC_RDMA_READ_RESPONSE_ONLY, SQ_PSN)
                        .aeth(AethSyndrome.ACK_UNLIMITED, 1)
                        .payload(5));

        assertThat(solo.host.sent())
                .singleElement()
                .satisfies(completion -> {
                    assertThat(completion.opcode()).isEqualTo(WcOpcode.RDMA_READ);
                    assertThat(completion.byteLen()).isEqualTo(5);
                    assertThat(completion.qpNum()).isEqualTo(solo.host.qp.qpn());
                });
    }

    @Test
    void shouldEndTheQueuePairWhenACompletionFindsNoRoom() {
        solo.post(1, WRITE, 8);
        solo.post(2, WRITE, 8);
        solo.host.completionRoom = 1;

        solo.acknowledge(SQ_PSN + 1);

        assertThat(solo.sent()).containsExactly("1 SUCCESS");
        assertThat(solo.host.qp.state()).isEqualTo(QpState.ERR);
        assertThat(solo.host.events).containsExactly(EventType.QP_FATAL);
    }

    @Test
    void shouldEndTheQueuePairWhenTheCompletionOfAReceiveFindsNoRoom() {
        solo.host.post(new RecvWr().wrId(1));
        solo.host.completionRoom = 0;

        solo.receive(packet(Opcode.RC_SEND_ONLY, Solo.RQ_PSN));

        assertThat(solo.host.qp.state()).isEqualTo(QpState.ERR);
        assertThat(solo.host.events).containsExactly(EventType.QP_FATAL);
    }

    @Test
    void shouldStillCompleteInOrderWhenAnAcknowledgementOvertakesARetransmission() {
        solo.post(1, WRITE, 300);
        solo.post(2, WRITE, 300);
        assertThat(brief(solo.elapse(68_000_000)))
                .containsExactly(
                        "WRITE_FIRST 200", "WRITE_LAST 201", "WRITE_FIRST 202", "WRITE_LAST 203");

        solo.acknowledge(SQ_PSN + 3);
        solo.acknowledge(SQ_PSN + 1);

        assertThat(solo.sent()).containsExactly("1 SUCCESS", "2 SUCCESS");
    }
}
