package org.urdma4j.verbs.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

/** The states of a queue pair of a reliable connection (IBTA 10.3.1, ibv_modify_qp(3)). */
interface StateCases extends Cases {
    @Test
    default void shouldGoFromResetToReadyAndTakePostsOnTheWay() {
        End a = pair().a;
        QueuePair qp = a.createQp();
        SendWr send = a.request(WrOpcode.SEND, pair().b, 0, 1);
        assertThat(qp.state()).isEqualTo(QpState.RESET);
        assertThat(qp.postSend(send)).isEqualTo(PostStatus.INVALID_STATE);
        assertThat(qp.postRecv(a.receive(1, 0, 1))).isEqualTo(PostStatus.INVALID_STATE);
        qp.modify(QpAttrs.init(1, End.ACCESS));
        assertThat(qp.state()).isEqualTo(QpState.INIT);
        assertThat(qp.postSend(send)).isEqualTo(PostStatus.INVALID_STATE);
        End.post(qp, a.receive(1, 0, 1));
        qp.modify(new QpAttr().qpState(QpState.RESET));

        QpEndpoint self = a.endpoint(qp);
        QpEndpoint peer = pair().b.endpoint(pair().b.createQp());
        QpAttr options = pair().options().minRnrTimer(17).rnrRetry(3);
        QpAttrs.connect(qp, self, peer, a.through(options, peer.gid()));
        assertThat(qp.state()).isEqualTo(QpState.RTS);
        QpAttr all = qp.query(~0);
        assertThat(all.qpState()).isEqualTo(QpState.RTS);
        assertThat(all.destQpNum()).isEqualTo(peer.qpn());
        assertThat(all.rqPsn()).isEqualTo(peer.psn());
        assertThat(all.sqPsn()).isEqualTo(self.psn());
        assertThat(all.minRnrTimer()).isEqualTo(17);
        assertThat(all.rnrRetry()).isEqualTo(3);
        assertThat(all.qpAccessFlags()).isEqualTo(End.ACCESS);
    }

    @ParameterizedTest
    @CsvSource({"RESET, RTR", "RESET, RTS", "RESET, SQD", "INIT, RTS", "INIT, SQD", "INIT, SQE"})
    default void shouldRefuseMovesThatDoNotExist(QpState from, QpState to) {
        QueuePair qp = pair().a.createQp();
        if (from == QpState.INIT) {
            qp.modify(QpAttrs.init(1, End.ACCESS));
        }

        assertThatThrownBy(() -> qp.modify(new QpAttr().qpState(to)))
                .isInstanceOf(VerbsException.class)
                .hasMessageStartingWith("EINVAL");
        assertThat(qp.state()).isEqualTo(from);
    }

    @Test
    default void shouldRefuseMovesWithTooFewOrTooManyAttributes() {
        QueuePair qp = pair().a.createQp();
        QpAttr init = QpAttrs.init(1, End.ACCESS);
        for (int bit : new int[] {QpAttrMask.PORT, QpAttrMask.ACCESS_FLAGS}) {
            assertThatThrownBy(() -> qp.modify(init, init.mask() & ~bit))
                    .isInstanceOf(VerbsException.class);
        }
        assertThatThrownBy(() -> qp.modify(init.sqPsn(1))).isInstanceOf(VerbsException.class);
        assertThat(qp.state()).isEqualTo(QpState.RESET);
    }

    @Test
    default void shouldDrainTheSendQueueAndTakeOtherLimitsMeanwhile() throws InterruptedException {
        QueuePair[] both = pair().connected();
        for (int i = 0; i < 8; i++) {
            End.post(both[0], pair().a.request(WrOpcode.RDMA_READ, pair().b, 0, 50_000).wrId(i));
        }
        both[0].modify(new QpAttr().qpState(QpState.SQD).enSqdAsyncNotify(true));
        assertThat(pair().a.awaitEvent(EventType.SQ_DRAINED).element()).isSameAs(both[0]);
        assertThat(both[0].state()).isEqualTo(QpState.SQD);
        assertThat(both[0].query(QpAttrMask.STATE).sqDraining()).isFalse();

        both[0].modify(new QpAttr().maxRdAtomic(1).maxDestRdAtomic(2).minRnrTimer(5));
        QpAttr now = both[0].query(~0);
        assertThat(now.maxRdAtomic()).isEqualTo(1);
        assertThat(now.maxDestRdAtomic()).isEqualTo(2);
        assertThat(now.minRnrTimer()).isEqualTo(5);
        for (int i = 8; i < 12; i++) {
            End.post(both[0], pair().a.request(WrOpcode.RDMA_READ, pair().b, 0, 50_000).wrId(i));
        }
        both[0].modify(new QpAttr().qpState(QpState.RTS));
        for (int i = 0; i < 12; i++) {
            assertThat(pair().a.await(WcStatus.SUCCESS).wrId()).isEqualTo(i);
        }
        End.post(both[1], pair().b.request(WrOpcode.RDMA_READ, pair().a, 0, 50_000));
        pair().b.await(WcStatus.SUCCESS);
    }

    @Test
    default void shouldTellThatThePeerIsThere() throws InterruptedException {
        End a = pair().a;
        End b = pair().b;
        QueuePair sender = a.createQp();
        QueuePair receiver = b.createQp();
        QpEndpoint atA = a.endpoint(sender);
        QpEndpoint atB = b.endpoint(receiver);
        // Only to RTR: the first packet is to say that the peer has got there.
        receiver.modify(QpAttrs.init(1, End.ACCESS));
        QpAttr rtr = QpAttrs.rtr(atA, b.to(atA.gid()), b.context.queryPort(1).activeMtu());
        QpAttr options = pair().options();
        if ((options.mask() & QpAttrMask.URDMA_OFFER) != 0) {
            rtr.urdmaOffer(options.urdmaOffer()).urdmaPeerOffer(options.urdmaPeerOffer());
        }
        receiver.modify(rtr);
        QpAttrs.connect(sender, atA, atB, a.through(pair().options(), atB.gid()));
        End.post(sender, a.request(WrOpcode.RDMA_WRITE, b, 0, 10));

        assertThat(b.awaitEvent(EventType.COMM_EST).element()).isSameAs(receiver);
        a.await(WcStatus.SUCCESS);
    }
}
