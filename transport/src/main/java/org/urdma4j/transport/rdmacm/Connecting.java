package org.urdma4j.transport.rdmacm;

import org.urdma4j.codec.cm.OfferPlacement;
import org.urdma4j.transport.cm.CmEndpoint;
import org.urdma4j.transport.cm.CmEvent;
import org.urdma4j.transport.cm.CmPath;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.ConnParam;

/** The end that asks. */
final class Connecting extends Linked {
    private boolean answered;

    Connecting(SoftCmId id) {
        super(id);
    }

    @Override
    String describe() {
        return "connecting or connected";
    }

    /** Asks, or throws and has done nothing. */
    void begin(ConnParam param) {
        QueuePair qp = id.qp();
        QpType type = qp == null ? QpType.RC : qp.qpType();
        UrdmaOffer offer = type == QpType.RC ? Offers.of(param, OfferPlacement.REQ, service) : null;
        Protecting.check(id, isProtected, offer);
        CmPath path = id.wishes.path(type, id.peer, param.retryCount());
        CmEndpoint own = ConnParamCodec.ofOwn(id, param, null, offer);
        negotiated = new NegotiatedParams(path, own, null, offer, param);
        long serviceId = Listening.service(id, id.peerAddr().getPort());
        int sourcePort = id.localAddr().getPort();
        long nowNs = service.port.nowNs();
        number(service.manager.connect(id.peer.device(), sourcePort, serviceId, path, own, nowNs));
    }

    @Override
    void onEvent(CmEvent event) {
        if (event instanceof CmEvent.ConnectResponse response) {
            onResponse(response);
        } else {
            super.onEvent(event);
        }
    }

    private void onResponse(CmEvent.ConnectResponse response) {
        negotiated = negotiated.withPeer(response.peer());
        ConnParam said = ConnParamCodec.ofPeer(response.peer());
        if (id.qp() == null) {
            answered = true;
            id.tell(CmEventType.CONNECT_RESPONSE, 0, said);
            return;
        }
        try {
            protect(true);
            id.own.move(
                    QpMoves.readyToReceive(
                            negotiated, id.peer.way(negotiated.path().serviceLevel())));
            id.own.move(QpMoves.readyToSend(negotiated));
        } catch (VerbsException e) {
            fail(e);
            return;
        } catch (IllegalStateException e) {
            fail(queuePairClosed(e));
            return;
        }
        if (service.manager.establish(number())) {
            established(said);
        }
    }

    @Override
    void establish() {
        if (!answered || !service.manager.establish(number())) {
            throw unfit("establish");
        }
        answered = false;
        established(ConnParamCodec.ofPeer(negotiated.peer()));
    }
}
