package org.urdma4j.transport.rdmacm;

import org.urdma4j.codec.cm.OfferPlacement;
import org.urdma4j.transport.cm.CmEndpoint;
import org.urdma4j.transport.cm.CmEvent.ConnectRequest;
import org.urdma4j.transport.cm.CmEvent.Established;
import org.urdma4j.transport.cm.CmEvent.Rejected;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.ConnParam;

/** The end that is asked. */
final class Accepting extends Linked {
    private boolean accepted;

    Accepting(SoftCmId id, SoftCmId listener, ConnectRequest request) {
        super(id);
        negotiated =
                new NegotiatedParams(request.path(), null, request.peer(), null, ConnParam.EMPTY);
        number(request.id());
        ConnParam said =
                ConnParamCodec.ofPeer(request.peer()).retryCount(request.path().retryCount());
        id.tell(new CmEvent(CmEventType.CONNECT_REQUEST, id, listener, 0, said, null));
    }

    @Override
    String describe() {
        return accepted ? "accepted already" : "a request; accept or reject it";
    }

    @Override
    int peerQpn() {
        return negotiated.peer().qpn();
    }

    @Override
    void accept(ConnParam param) {
        if (accepted) {
            throw unfit("accept");
        }
        QueuePair qp = id.qp();
        Refused.unless(
                qp == null || qp.qpType() == negotiated.path().type(),
                "the peer's queue pair is of type " + negotiated.path().type());
        CmEndpoint peer = negotiated.peer();
        boolean offered = peer.offer() != null && negotiated.path().type() == QpType.RC;
        UrdmaOffer offer = offered ? Offers.of(param, OfferPlacement.REP, service) : null;
        CmEndpoint own = ConnParamCodec.ofOwn(id, param, peer, offer);
        Protecting.check(id, isProtected, offer);
        negotiated = new NegotiatedParams(negotiated.path(), own, peer, offer, param);
        protect(false);
        id.own.move(
                QpMoves.readyToReceive(negotiated, id.peer.way(negotiated.path().serviceLevel())));
        if (!service.manager.accept(number(), own, service.port.nowNs())) {
            throw new VerbsException(Errno.EINVAL, "the request is gone");
        }
        accepted = true;
    }

    @Override
    void onCommunicationEstablished() {
        service.manager.communicationEstablished(number());
    }

    @Override
    void onEvent(org.urdma4j.transport.cm.CmEvent event) {
        if (event instanceof Established) {
            onEstablished();
        } else {
            super.onEvent(event);
        }
    }

    private void onEstablished() {
        try {
            id.own.move(QpMoves.readyToSend(negotiated));
            established(ConnParam.EMPTY);
        } catch (VerbsException e) {
            fail(e);
        } catch (IllegalStateException e) {
            fail(queuePairClosed(e));
        }
    }

    @Override
    void onRejected(Rejected rejected) {
        if (accepted || !id.vanish()) {
            super.onRejected(rejected);
        } else {
            forget();
        }
    }
}
