package org.urdma4j.transport.unreliable;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.rc.Captured;
import org.urdma4j.transport.rc.HandMade;
import org.urdma4j.transport.rc.Host;
import org.urdma4j.transport.rc.Solo;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;

import java.util.List;

/** What a UC queue pair sends, and when its requests complete: as soon as they are sent. */
class UcRequesterTest {
    private static final int MTU = Solo.MTU;
    private static final int PSN = Solo.SQ_PSN;

    private final Solo solo = new Solo(new Host("uc", QpType.UC, 1)).connect(Solo.attr());

    private void modify(QpAttr attr) {
        solo.host.qp.modify(attr, attr.mask(), null, 0);
        solo.host.shard.markReady(solo.host.qp);
    }

    private void setState(QpState state) {
        modify(new QpAttr().qpState(state));
    }

    @Test
    void shouldNumberThePacketsOfAllMessages() {
        List<Captured> sent = solo.post(1, WrOpcode.SEND, 2 * MTU + 1);
        sent.addAll(solo.post(2, WrOpcode.RDMA_WRITE, MTU + 1));
        sent.addAll(solo.post(solo.request(3, WrOpcode.SEND_WITH_IMM, 0).immData(99)));
        sent.addAll(solo.post(solo.request(4, WrOpcode.RDMA_WRITE_WITH_IMM, 5).immData(98)));

        assertThat(Solo.brief(sent))
                .containsExactly(
                        "UC_SEND_FIRST 200",
                        "UC_SEND_MIDDLE 201",
                        "UC_SEND_LAST 202",
                        "UC_WRITE_FIRST 203",
                        "UC_WRITE_LAST 204",
                        "UC_SEND_ONLY_WITH_IMMEDIATE 205",
                        "UC_WRITE_ONLY_WITH_IMMEDIATE 206");
        assertThat(sent).noneMatch(packet -> packet.headers.ackRequested());
        assertThat(sent).allMatch(packet -> packet.headers.destQp() == Solo.PEER_QPN);
        assertThat(sent.get(3).headers.dmaLength()).isEqualTo(MTU + 1);
        assertThat(sent.get(3).headers.virtualAddress()).isEqualTo(Solo.REMOTE);
        assertThat(sent.get(3).headers.rKey()).isEqualTo(Solo.REMOTE_KEY);
        assertThat(sent.get(5).headers.immediate()).isEqualTo(99);
        assertThat(sent.get(6).headers.immediate()).isEqualTo(98);
        assertThat(solo.sent()).containsExactly("1 SUCCESS", "2 SUCCESS", "3 SUCCESS", "4 SUCCESS");
    }

    @Test
    void shouldSayNothingOfUnsignaledRequests() {
        solo.post(solo.request(1, WrOpcode.SEND, 1).sendFlags(0));
        solo.post(solo.request(2, WrOpcode.SEND, 1).sendFlags(SendFlags.SIGNALED));
        assertThat(solo.sent()).containsExactly("2 SUCCESS");
    }

    @Test
    void shouldMarkTheEndOfASolicitedMessage() {
        int flags = SendFlags.SIGNALED | SendFlags.SOLICITED;
        List<Captured> sent = solo.post(solo.request(1, WrOpcode.SEND, MTU + 1).sendFlags(flags));
        assertThat(sent.get(0).headers.solicited()).isFalse();
        assertThat(sent.get(1).headers.solicited()).isTrue();
    }

    @Test
    void shouldStopSendingOnlyWhenARequestIsWrong() {
        SendWr wrong = solo.request(2, WrOpcode.SEND, 0).addSge(solo.address(), 10, 0x1234);
        solo.host.post(solo.request(1, WrOpcode.SEND, 10));
        solo.host.post(wrong.sendFlags(0));
        List<Captured> sent = solo.post(3, WrOpcode.SEND, 10);

        assertThat(Solo.brief(sent)).containsExactly("UC_SEND_ONLY 200");
        assertThat(solo.sent()).containsExactly("1 SUCCESS", "2 LOC_PROT_ERR", "3 WR_FLUSH_ERR");
        assertThat(solo.host.qp.state()).isEqualTo(QpState.SQE);
        assertThat(solo.post(4, WrOpcode.SEND, 10)).isEmpty();
        assertThat(solo.sent()).containsExactly("4 WR_FLUSH_ERR");

        solo.host.post(new RecvWr().wrId(5).addSge(solo.address(), 10, solo.host.region.lkey()));
        solo.receive(HandMade.packet(Opcode.UC_SEND_ONLY, Solo.RQ_PSN));
        assertThat(solo.received()).containsExactly("5 SUCCESS");

        setState(QpState.RTS);
        assertThat(Solo.brief(solo.post(6, WrOpcode.SEND, 10))).containsExactly("UC_SEND_ONLY 201");
        assertThat(solo.sent()).containsExactly("6 SUCCESS");
    }

    @Test
    void shouldRefuseWhatTheServiceLacks() {
        solo.post(1, WrOpcode.RDMA_READ, 10);
        assertThat(solo.sent()).containsExactly("1 LOC_QP_OP_ERR");
        setState(QpState.RTS);
        solo.post(2, WrOpcode.ATOMIC_FETCH_AND_ADD, 8);
        assertThat(solo.sent()).containsExactly("2 LOC_QP_OP_ERR");
        setState(QpState.RTS);
        solo.post(3, WrOpcode.SEND_WITH_INV, 8);
        assertThat(solo.sent()).containsExactly("3 LOC_QP_OP_ERR");
        assertThat(solo.log).isEmpty();
    }

    @Test
    void shouldKeepToTheRateLimit() {
        // 8 Mbit/s: a byte each microsecond.
        QpAttr limit = new QpAttr().rateLimit(8000);
        modify(limit);
        solo.post(1, WrOpcode.SEND, 100 * MTU);
        solo.elapse(1_000_000_000);

        assertThat(solo.log).hasSize(100);
        int packet = MTU + 12 + 4 + 66; // BTH, ICRC, and what Ethernet, IPv4 and UDP add
        long took = solo.log.getLast().atNs - solo.log.getFirst().atNs;
        assertThat(took).isBetween(95L * packet * 1000, 100L * packet * 1000);
        assertThat(solo.sent()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldFinishWhatWasBegunAndThenBeDrained() {
        modify(new QpAttr().rateLimit(8000));
        solo.host.post(solo.request(1, WrOpcode.SEND, 100 * MTU));
        solo.post(2, WrOpcode.SEND, 1);
        QpAttr drain = new QpAttr().qpState(QpState.SQD).enSqdAsyncNotify(true);
        solo.host.qp.modify(drain, QpAttrMask.STATE | QpAttrMask.EN_SQD_ASYNC_NOTIFY, null, 0);
        assertThat(solo.host.qp.draining()).isTrue();
        assertThat(solo.host.events).isEmpty();

        solo.elapse(1_000_000_000);
        assertThat(solo.sent()).containsExactly("1 SUCCESS");
        assertThat(solo.host.events).containsExactly(EventType.SQ_DRAINED);
        assertThat(solo.host.qp.draining()).isFalse();

        setState(QpState.RTS);
        solo.elapse(1_000_000_000);
        assertThat(solo.sent()).containsExactly("2 SUCCESS");
        assertThat(solo.log.getLast().psn()).isEqualTo(PSN + 100);
    }

    @Test
    void shouldFlushEverythingInTheErrorState() {
        solo.host.post(new RecvWr().wrId(9));
        setState(QpState.ERR);
        solo.post(1, WrOpcode.SEND, 1);
        assertThat(solo.sent()).containsExactly("1 WR_FLUSH_ERR");
        assertThat(solo.received()).containsExactly("9 WR_FLUSH_ERR");
        assertThat(solo.log).isEmpty();
    }
}
