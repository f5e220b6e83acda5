package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.rc.HandMade.packet;
import static org.urdma4j.transport.rc.Solo.RQ_PSN;
import static org.urdma4j.transport.rc.Solo.brief;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.queue.ReceivePool;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.RecvWr;

import java.util.List;

/** A queue pair that shares its receives, as its peer sees it. */
class SharedReceiveTest {
    /** ACK without a count of credits (IBTA 1.4 §9.7.7.2). */
    private static final int NO_CREDITS = 0x1f;

    private final ReceivePool pool = new ReceivePool(8, 1, Host.DOMAIN, () -> {});
    private final Solo solo = new Solo(new Host("shared", pool)).connect(Solo.attr());

    private static HandMade send(int index) {
        return packet(Opcode.RC_SEND_ONLY, RQ_PSN + index).payload(0);
    }

    @Test
    void shouldCountNoCreditsWhetherReceivesAreLeftOrNot() {
        for (int i = 0; i < 2; i++) {
            pool.post(new RecvWr().wrId(i));
            if (i == 0) {
                pool.post(new RecvWr().wrId(7));
            }
            List<Captured> sent = solo.receive(send(i));
            assertThat(sent).hasSize(1);
            assertThat(sent.getFirst().headers.syndrome()).isEqualTo(NO_CREDITS);
        }
        assertThat(solo.received()).containsExactly("0 SUCCESS", "7 SUCCESS");
        solo.receive(send(2));
        assertThat(brief(solo.receive(send(3)))).containsExactly("RNR12 103");
    }

    @Test
    void shouldSendNothingWhenReceivesCome() {
        assertThat(brief(solo.receive(send(0)))).containsExactly("RNR12 100");
        pool.post(new RecvWr().wrId(1));
        assertThat(pool.wanted()).isTrue();
        solo.host.shard.doorbell(pool).ring();

        assertThat(solo.turn()).isEmpty();
        assertThat(brief(solo.receive(send(0)))).containsExactly("ACK 100");
    }

    @Test
    void shouldFlushOnlyTheReceiveOfTheMessageUnderWay() {
        for (int i = 0; i < 3; i++) {
            long at = solo.address();
            int key = solo.host.region.lkey();
            pool.post(new RecvWr().wrId(i).addSge(at, 4 * Solo.MTU, key));
        }
        solo.receive(packet(Opcode.RC_SEND_FIRST, RQ_PSN).payload(Solo.MTU));
        QpAttr error = new QpAttr().qpState(QpState.ERR);
        solo.host.qp.modify(error, QpAttrMask.STATE, null, 0);
        solo.host.qp.modify(error, QpAttrMask.STATE, null, 0);

        assertThat(solo.received()).containsExactly("0 WR_FLUSH_ERR");
        assertThat(pool.available()).isEqualTo(2);
        assertThat(solo.host.events).containsExactly(EventType.QP_LAST_WQE_REACHED);
    }
}
