package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.rc.HandMade.packet;
import static org.urdma4j.transport.rc.Solo.RQ_PSN;
import static org.urdma4j.transport.rc.Solo.SQ_PSN;
import static org.urdma4j.transport.rc.Solo.brief;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.WrOpcode;

import java.util.List;

/**
 * SQD: what was begun is finished, what was not waits, and the event says when (IBTA §10.3.1.5).
 */
class SendQueueDrainTest {
    private static final WrOpcode WRITE = WrOpcode.RDMA_WRITE;

    private final Solo solo = new Solo();

    private List<Captured> drain(boolean notify) {
        solo.host.qp.modify(
                new QpAttr().qpState(QpState.SQD).enSqdAsyncNotify(notify),
                QpAttrMask.STATE | (notify ? QpAttrMask.EN_SQD_ASYNC_NOTIFY : 0),
                null,
                0);
        return markReadyAndTurn();
    }

    private List<Captured> resume() {
        solo.host.qp.modify(new QpAttr().qpState(QpState.RTS), QpAttrMask.STATE, null, 0);
        return markReadyAndTurn();
    }

    private List<Captured> markReadyAndTurn() {
        solo.host.shard.markReady(solo.host.qp);
        return solo.turn();
    }

    @Test
    void shouldReportAnEmptyQueueAtOnce() {
        solo.connect(Solo.attr());

        drain(true);

        assertThat(solo.host.events).containsExactly(EventType.SQ_DRAINED);
        assertThat(solo.host.qp.draining()).isFalse();
    }

    @Test
    void shouldReportOnceWhenWhatWasSentIsAcknowledged() {
        solo.connect(Solo.attr());
        solo.post(1, WRITE, 300);
        drain(true);
        assertThat(solo.host.qp.draining()).isTrue();

        solo.acknowledge(SQ_PSN);
        assertThat(solo.host.events).isEmpty();
        solo.acknowledge(SQ_PSN + 1);

        assertThat(solo.sent()).containsExactly("1 SUCCESS");
        assertThat(solo.host.events).containsExactly(EventType.SQ_DRAINED);
        assertThat(solo.host.qp.draining()).isFalse();
        solo.acknowledge(SQ_PSN + 1);
        assertThat(solo.host.events).hasSize(1);
    }

    @Test
    void shouldNotReportUnasked() {
        solo.connect(Solo.attr());
        solo.post(1, WRITE, 300);
        drain(false);

        solo.acknowledge(SQ_PSN + 1);

        assertThat(solo.host.events).isEmpty();
    }

    @Test
    void shouldFinishAMessageThatWasBegunAndBeginNoOther() {
        Solo narrow =
                new Solo(EngineConfig.builder().maxInFlightPackets(2).build()).connect(Solo.attr());
        narrow.host.post(narrow.request(1, WRITE, 1000));
        narrow.host.post(narrow.request(2, WRITE, 8));
        narrow.turn();
        narrow.host.qp.modify(
                new QpAttr().qpState(QpState.SQD).enSqdAsyncNotify(true),
                QpAttrMask.STATE | QpAttrMask.EN_SQD_ASYNC_NOTIFY,
                null,
                0);

        assertThat(brief(narrow.acknowledge(SQ_PSN + 1)))
                .containsExactly("WRITE_MIDDLE 202", "WRITE_LAST 203");
        assertThat(narrow.host.events).isEmpty();
        assertThat(narrow.acknowledge(SQ_PSN + 3)).isEmpty();
        assertThat(narrow.host.events).containsExactly(EventType.SQ_DRAINED);
        assertThat(narrow.sent()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldSendAgainWhatIsLostWhileDraining() {
        solo.connect(Solo.attr());
        solo.post(1, WRITE, 300);
        drain(true);

        assertThat(brief(solo.elapse(4096L << 14)))
                .containsExactly("WRITE_FIRST 200", "WRITE_LAST 201");
    }

    @Test
    void shouldTakeUpNewRequestsOnlyWhenItIsBack() {
        solo.connect(Solo.attr());
        drain(false);

        assertThat(solo.post(1, WRITE, 8)).isEmpty();
        assertThat(brief(resume())).containsExactly("WRITE_ONLY 200");
    }

    @Test
    void shouldNotWaitForARequestThatHasNoCredits() {
        solo.connect(Solo.attr());
        solo.host.post(solo.request(1, WrOpcode.SEND, 8));
        solo.host.post(solo.request(2, WrOpcode.SEND, 8));
        solo.turn();
        drain(true);

        solo.acknowledge(SQ_PSN);

        assertThat(solo.host.events).containsExactly(EventType.SQ_DRAINED);
        assertThat(solo.log).hasSize(1);
        assertThat(brief(resume())).containsExactly("SEND_ONLY 201");
    }

    @Test
    void shouldGoOnServingThePeer() {
        solo.connect(Solo.attr());
        drain(false);
        solo.host.post(new RecvWr().wrId(1));

        assertThat(brief(solo.receive(packet(Opcode.RC_SEND_ONLY, RQ_PSN))))
                .containsExactly("ACK 100");
    }

    @Test
    void shouldFailAndFlushWhileDraining() {
        solo.connect(Solo.attr().retryCnt(0));
        solo.post(1, WRITE, 8);
        drain(true);
        solo.host.post(solo.request(2, WRITE, 8));
        solo.turn();

        solo.elapse(4096L << 14);

        assertThat(solo.sent()).containsExactly("1 RETRY_EXC_ERR", "2 WR_FLUSH_ERR");
        assertThat(solo.host.qp.state()).isEqualTo(QpState.ERR);
        assertThat(solo.host.events).isEmpty();
    }
}
