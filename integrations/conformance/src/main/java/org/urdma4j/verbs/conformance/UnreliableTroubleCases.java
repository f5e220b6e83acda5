package org.urdma4j.verbs.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.AddressHandle;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.SharedReceiveQueue;
import org.urdma4j.verbs.SrqInitAttr;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

/** What goes wrong with UC and UD (IBTA 1.4 §9.8 and §10.3.1), and what does not mind it. */
interface UnreliableTroubleCases extends Cases {
    int GRH = 40;
    int QKEY = 0x1111_1111;

    private static QueuePair create(End end, QpType type, SharedReceiveQueue srq) {
        var attributes = End.attributes(end.cq).qpType(type);
        return Cases.supported(() ->
                end.domain.createQp((srq == null ? attributes : attributes.srq(srq)).build()));
    }

    private QueuePair[] unreliablyConnected() {
        QueuePair[] both = {create(pair().a, QpType.UC, null), create(pair().b, QpType.UC, null)};
        QpAttr rights = new QpAttr().qpAccessFlags(End.ACCESS);
        pair().connect(both[0], both[1], rights, rights);
        return both;
    }

    private static QueuePair datagrams(End end, SharedReceiveQueue srq) {
        QueuePair qp = create(end, QpType.UD, srq);
        QpAttrs.activate(qp, QKEY, 0);
        return qp;
    }

    private static AddressHandle way(End from, End to) {
        return from.domain.createAh(from.to(to.gid()));
    }

    private SendWr datagram(long bytes, int qpn, int qKey) {
        End a = pair().a;
        return new SendWr()
                .sendFlags(SendFlags.SIGNALED)
                .ud(way(a, pair().b), qpn, qKey)
                .addSge(a.region.sge(0, bytes));
    }

    /**
     * A request that can't be sent stops the sending, and only that, until it is asked to go on.
     */
    @Test
    default void shouldStopSendingOnlyAndGoOn() throws InterruptedException {
        End a = pair().a;
        End b = pair().b;
        QueuePair[] both = unreliablyConnected();
        SendWr wrong = new SendWr().addSge(a.region.addr(), 10, a.region.lkey() ^ 0x5a5a_5a5a);
        End.post(both[0], wrong);
        a.await(WcStatus.LOC_PROT_ERR);
        assertThat(both[0].state()).isEqualTo(QpState.SQE);
        End.post(both[0], a.request(WrOpcode.SEND, b, 0, 10));
        a.await(WcStatus.WR_FLUSH_ERR);

        End.post(both[0], a.receive(3, 0, 10));
        End.post(both[1], b.request(WrOpcode.SEND, a, 0, 10));
        b.awaitSuccess(WcOpcode.SEND);
        assertThat(a.awaitSuccess(WcOpcode.RECV).wrId()).isEqualTo(3);

        both[0].modify(new QpAttr().qpState(QpState.RTS));
        End.post(both[1], b.receive(4, 0, 10));
        End.post(both[0], a.request(WrOpcode.SEND, b, 0, 10));
        a.awaitSuccess(WcOpcode.SEND);
        assertThat(b.awaitSuccess(WcOpcode.RECV).wrId()).isEqualTo(4);
    }

    /** Queue pairs of both services take from one queue; a dropped message costs no receive. */
    @Test
    default void shouldShareReceives() throws InterruptedException {
        End a = pair().a;
        End b = pair().b;
        SharedReceiveQueue srq = Cases.supported(() -> b.domain.createSrq(new SrqInitAttr(8, 1)));
        QueuePair datagramsOfA = datagrams(a, null);
        QueuePair datagramsOfB = datagrams(b, srq);
        QueuePair[] both = {create(a, QpType.UC, null), create(b, QpType.UC, srq)};
        QpAttr rights = new QpAttr().qpAccessFlags(End.ACCESS);
        pair().connect(both[0], both[1], rights, rights);
        for (int i = 1; i <= 3; i++) {
            assertThat(srq.postRecv(b.receive(i, i * 1000L, 1000))).isEqualTo(PostStatus.OK);
        }

        End.post(datagramsOfA, datagram(100, datagramsOfB.qpNum(), QKEY + 1)); // dropped
        End.post(datagramsOfA, datagram(100, datagramsOfB.qpNum(), QKEY));
        assertThat(b.awaitSuccess(WcOpcode.RECV).qpNum()).isEqualTo(datagramsOfB.qpNum());
        End.post(both[0], a.request(WrOpcode.SEND, b, 0, 1000));
        assertThat(b.awaitSuccess(WcOpcode.RECV).qpNum()).isEqualTo(both[1].qpNum());
        End.post(datagramsOfA, datagram(50, datagramsOfB.qpNum(), QKEY));
        WorkCompletion third = b.awaitSuccess(WcOpcode.RECV);
        assertThat(third.wrId()).isEqualTo(3);
        assertThat(b.copy(3000 + GRH, 50)).isEqualTo(a.copy(0, 50));
    }
}
