package org.urdma4j.transport.rdmacm;

import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GlobalRoute;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.cm.UdParam;

/** The moves of a queue pair, from what both ends have said. */
final class QpMoves {
    private static final int PORT = 1;

    private QpMoves() {}

    /**
     * Returns the way to a peer.
     *
     * @param gidIndex which of our GIDs connections start from
     */
    static AhAttr way(int gidIndex, Gid peer, int serviceLevel) {
        return new AhAttr(GlobalRoute.to(peer, gidIndex), serviceLevel, PORT);
    }

    /** To INIT, for a connection. Writing is always allowed, as Linux has it. */
    static QpAttr init() {
        return QpAttrs.init(PORT, AccessFlags.REMOTE_WRITE);
    }

    static void readyForDatagrams(QueuePair qp) {
        qp.modify(new QpAttr().qpState(QpState.INIT).pkeyIndex(0).portNum(PORT).qkey(UdParam.QKEY));
        qp.modify(new QpAttr().qpState(QpState.RTR));
        qp.modify(new QpAttr().qpState(QpState.RTS).sqPsn(0));
    }

    static QpAttr readyToReceive(NegotiatedParams negotiated, AhAttr way) {
        boolean reliable = negotiated.path().type() == QpType.RC;
        int reads = reliable ? negotiated.own().responderResources() : 0;
        QpAttr attr =
                new QpAttr()
                        .qpState(QpState.RTR)
                        .ahAttr(way)
                        .pathMtu(negotiated.path().mtu())
                        .destQpNum(negotiated.peer().qpn())
                        .rqPsn(negotiated.own().startingPsn())
                        .qpAccessFlags(access(reads));
        attr.urdmaTuning(
                tuning(negotiated)); // of the standard profile as far as it has a use for it
        if (reliable) {
            attr.maxDestRdAtomic(reads).minRnrTimer(QpAttrs.MIN_RNR_TIMER);
            addOffers(attr, negotiated);
        }
        return attr;
    }

    private static UrdmaTuning tuning(NegotiatedParams negotiated) {
        UrdmaTuning given = negotiated.param().urdmaTuning();
        return (given == null ? UrdmaTuning.DEFAULT : given)
                .toBuilder().keepAlive(negotiated.param().keepAlive()).build();
    }

    private static void addOffers(QpAttr attr, NegotiatedParams negotiated) {
        UrdmaOffer theirs = Offers.read(negotiated.peer().offer());
        if (negotiated.offer() != null && theirs != null) {
            attr.urdmaOffer(negotiated.offer()).urdmaPeerOffer(theirs);
        }
    }

    private static int access(int reads) {
        int write = AccessFlags.REMOTE_WRITE;
        return reads == 0 ? write : write | AccessFlags.REMOTE_READ | AccessFlags.REMOTE_ATOMIC;
    }

    static QpAttr readyToSend(NegotiatedParams negotiated) {
        QpAttr attr = new QpAttr().qpState(QpState.RTS).sqPsn(negotiated.peer().startingPsn());
        if (negotiated.path().type() == QpType.RC) {
            int reads =
                    Math.min(
                            negotiated.own().initiatorDepth(),
                            negotiated.peer().responderResources());
            attr.timeout(negotiated.path().ackTimeout())
                    .retryCnt(negotiated.path().retryCount())
                    .rnrRetry(negotiated.peer().rnrRetryCount())
                    .maxRdAtomic(reads);
        }
        return attr;
    }

    /** To ERR: what is posted is flushed. */
    static QpAttr fail() {
        return new QpAttr().qpState(QpState.ERR);
    }
}
