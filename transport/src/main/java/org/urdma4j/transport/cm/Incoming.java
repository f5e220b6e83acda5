package org.urdma4j.transport.cm;

import org.urdma4j.codec.cm.CmRep;
import org.urdma4j.codec.cm.CmReq;
import org.urdma4j.codec.cm.OfferPlacement;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpType;

import java.nio.ByteBuffer;

/** Reads what a peer says of queue pairs. */
final class Incoming {
    private Incoming() {}

    /** Returns the path of a REQ; its type and MTU have been looked at. */
    static CmPath path(ByteBuffer req, int at) {
        return new CmPath(
                CmReq.TRANSPORT_SERVICE.get(req, at) == CmReq.UC ? QpType.UC : QpType.RC,
                Mtu.fromValue(CmReq.PATH_MTU.getInt(req, at)),
                CmReq.PRIMARY_ACK_TIMEOUT.getInt(req, at),
                CmReq.RETRY_COUNT.getInt(req, at),
                CmReq.PRIMARY_SL.getInt(req, at));
    }

    static CmEndpoint ofReq(ByteBuffer req, int at) {
        return new CmEndpoint(
                CmReq.LOCAL_QPN.getInt(req, at),
                CmReq.STARTING_PSN.getInt(req, at),
                CmReq.RESPONDER_RESOURCES.getInt(req, at),
                CmReq.INITIATOR_DEPTH.getInt(req, at),
                CmReq.RNR_RETRY_COUNT.getInt(req, at),
                CmReq.SRQ.get(req, at) != 0,
                OfferPlacement.REQ.data(req, at),
                OfferPlacement.REQ.offer(req, at));
    }

    static CmEndpoint ofRep(ByteBuffer rep, int at) {
        return new CmEndpoint(
                CmRep.LOCAL_QPN.getInt(rep, at),
                CmRep.STARTING_PSN.getInt(rep, at),
                CmRep.RESPONDER_RESOURCES.getInt(rep, at),
                CmRep.INITIATOR_DEPTH.getInt(rep, at),
                CmRep.RNR_RETRY_COUNT.getInt(rep, at),
                CmRep.SRQ.get(rep, at) != 0,
                OfferPlacement.REP.data(rep, at),
                OfferPlacement.REP.offer(rep, at));
    }
}
