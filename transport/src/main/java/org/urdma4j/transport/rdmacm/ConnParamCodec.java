package org.urdma4j.transport.rdmacm;

import org.urdma4j.codec.cm.OfferPlacement;
import org.urdma4j.codec.cm.PrivateData;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.transport.cm.CmEndpoint;
import org.urdma4j.verbs.DeviceAttr;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.cm.ConnParam;

/** What a program says of a connection, and what goes over the wire, from each other. */
final class ConnParamCodec {
    private ConnParamCodec() {}

    /**
     * Returns what the program is to know of the peer; READs as this end has to do with them, so
     * that they may be passed on to {@code accept}.
     */
    static ConnParam ofPeer(CmEndpoint peer) {
        UrdmaOffer offer = Offers.read(peer.offer());
        return ConnParam.EMPTY
                .privateData(peer.data().bytes())
                .responderResources(peer.initiatorDepth())
                .initiatorDepth(peer.responderResources())
                .rnrRetryCount(peer.rnrRetryCount())
                .srq(peer.srq())
                .qpNum(peer.qpn())
                .urdma(offer != null)
                .urdmaOffer(offer);
    }

    /** Returns bytes that fit, or refuses. */
    static PrivateData data(byte[] bytes, int room) {
        Refused.unless(
                bytes.length <= room,
                "%d bytes of private data, at most %d fit".formatted(bytes.length, room));
        return PrivateData.of(bytes);
    }

    /**
     * Returns what this end says of its queue pair.
     *
     * @param peer what the peer has said, null if this end asks
     * @param offer of the URDMA profile, null for none
     */
    static CmEndpoint ofOwn(SoftCmId id, ConnParam param, CmEndpoint peer, UrdmaOffer offer) {
        ConnectionService service = id.service;
        QueuePair qp = id.qp();
        int qpn = qp == null ? param.qpNum() : qp.qpNum();
        Refused.unless(qpn > 1, "there is no queue pair; call createQp, or name one with qpNum");
        boolean srq = qp == null ? param.srq() : qp.initAttr().srq() != null;
        DeviceAttr device = service.host.queryDevice();
        int most = peer == null ? ConnParam.MAX_RESOURCES : peer.initiatorDepth();
        int mostOfPeer = peer == null ? ConnParam.MAX_RESOURCES : peer.responderResources();
        int room = (peer == null ? OfferPlacement.REQ : OfferPlacement.REP).room();
        return new CmEndpoint(
                qpn,
                service.random.nextInt(Psn.MASK + 1),
                Math.min(most, Math.min(param.responderResources(), device.maxQpRdAtom())),
                Math.min(mostOfPeer, Math.min(param.initiatorDepth(), device.maxQpInitRdAtom())),
                param.rnrRetryCount(),
                srq,
                data(param.privateData(), room),
                Offers.record(offer));
    }
}
