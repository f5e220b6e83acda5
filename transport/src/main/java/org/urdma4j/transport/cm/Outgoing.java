package org.urdma4j.transport.cm;

import org.urdma4j.codec.cm.CmDrep;
import org.urdma4j.codec.cm.CmDreq;
import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.codec.cm.CmMra;
import org.urdma4j.codec.cm.CmRej;
import org.urdma4j.codec.cm.CmRep;
import org.urdma4j.codec.cm.CmReq;
import org.urdma4j.codec.cm.CmRtu;
import org.urdma4j.codec.cm.IpCmHeader;
import org.urdma4j.codec.cm.OfferPlacement;
import org.urdma4j.codec.cm.PrivateData;
import org.urdma4j.codec.cm.RejectReason;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.mad.Mad;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.QpType;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Writes the messages of connections. Values that InfiniBand alone needs are those of Linux. */
final class Outgoing {
    /** As a LID: there are none on Ethernet. */
    private static final int PERMISSIVE_LID = 0xffff;

    private static final int HOP_LIMIT = 64;

    /** 0.13 s: what Linux puts there. */
    private static final int TARGET_ACK_DELAY = 15;

    private final CmConfig config;

    Outgoing(CmConfig config) {
        this.config = config;
    }

    private static ByteBuffer begin(CmMessage message, long transactionId) {
        ByteBuffer b = ByteBuffer.allocate(Mad.LENGTH);
        message.write(b, 0, transactionId);
        return b;
    }

    ByteBuffer req(Connection c, int sourcePort, long serviceId, CmPath path, CmEndpoint own) {
        ByteBuffer b = begin(CmMessage.REQ, c.transactionId);
        CmReq.LOCAL_COMM_ID.set(b, 0, c.id);
        CmReq.SERVICE_ID.set(b, 0, serviceId);
        CmReq.LOCAL_CA_GUID.set(b, 0, config.caGuid());
        CmReq.LOCAL_QPN.set(b, 0, own.qpn());
        CmReq.RESPONDER_RESOURCES.set(b, 0, own.responderResources());
        CmReq.INITIATOR_DEPTH.set(b, 0, own.initiatorDepth());
        CmReq.REMOTE_RESPONSE_TIMEOUT.set(b, 0, config.responseTimeout());
        CmReq.TRANSPORT_SERVICE.set(b, 0, path.type() == QpType.UC ? CmReq.UC : CmReq.RC);
        CmReq.STARTING_PSN.set(b, 0, own.startingPsn());
        CmReq.LOCAL_RESPONSE_TIMEOUT.set(b, 0, config.responseTimeout());
        CmReq.RETRY_COUNT.set(b, 0, path.retryCount());
        CmReq.PARTITION_KEY.set(b, 0, Bth.DEFAULT_P_KEY);
        CmReq.PATH_MTU.set(b, 0, path.mtu().value());
        CmReq.RNR_RETRY_COUNT.set(b, 0, own.rnrRetryCount());
        CmReq.MAX_CM_RETRIES.set(b, 0, config.maxRetries());
        CmReq.SRQ.set(b, 0, own.srq() ? 1 : 0);
        writePath(b, c.peer.gid(), path);
        writeAddresses(b, CmReq.PRIVATE_DATA.offset(), sourcePort, c.peer.gid());
        OfferPlacement.REQ.write(b, 0, own.data(), own.offer());
        return b;
    }

    private void writePath(ByteBuffer b, Gid peer, CmPath path) {
        CmReq.PRIMARY_LOCAL_LID.set(b, 0, PERMISSIVE_LID);
        CmReq.PRIMARY_REMOTE_LID.set(b, 0, PERMISSIVE_LID);
        CmReq.PRIMARY_LOCAL_GID_PREFIX.set(b, 0, config.gid().subnetPrefix());
        CmReq.PRIMARY_LOCAL_GID_INTERFACE.set(b, 0, config.gid().interfaceId());
        CmReq.PRIMARY_REMOTE_GID_PREFIX.set(b, 0, peer.subnetPrefix());
        CmReq.PRIMARY_REMOTE_GID_INTERFACE.set(b, 0, peer.interfaceId());
        CmReq.PRIMARY_HOP_LIMIT.set(b, 0, HOP_LIMIT);
        CmReq.PRIMARY_SL.set(b, 0, path.serviceLevel());
        CmReq.PRIMARY_ACK_TIMEOUT.set(b, 0, path.ackTimeout());
    }

    /** Writes the header of {@code rdma_cm} before the application's data. */
    void writeAddresses(ByteBuffer b, int at, int sourcePort, Gid peer) {
        Gid own = config.gid();
        IpCmHeader.write(
                b,
                at,
                sourcePort,
                own.subnetPrefix(),
                own.interfaceId(),
                peer.subnetPrefix(),
                peer.interfaceId());
    }

    ByteBuffer rep(Connection c, CmEndpoint own) {
        ByteBuffer b = begin(CmMessage.REP, c.transactionId);
        CmRep.LOCAL_COMM_ID.set(b, 0, c.id);
        CmRep.REMOTE_COMM_ID.set(b, 0, c.remoteId);
        CmRep.LOCAL_QPN.set(b, 0, own.qpn());
        CmRep.STARTING_PSN.set(b, 0, own.startingPsn());
        CmRep.RESPONDER_RESOURCES.set(b, 0, own.responderResources());
        CmRep.INITIATOR_DEPTH.set(b, 0, own.initiatorDepth());
        CmRep.TARGET_ACK_DELAY.set(b, 0, TARGET_ACK_DELAY);
        CmRep.RNR_RETRY_COUNT.set(b, 0, own.rnrRetryCount());
        CmRep.SRQ.set(b, 0, own.srq() ? 1 : 0);
        CmRep.LOCAL_CA_GUID.set(b, 0, config.caGuid());
        OfferPlacement.REP.write(b, 0, own.data(), own.offer());
        return b;
    }

    ByteBuffer rtu(Connection c) {
        ByteBuffer b = begin(CmMessage.RTU, c.transactionId);
        CmRtu.LOCAL_COMM_ID.set(b, 0, c.id);
        CmRtu.REMOTE_COMM_ID.set(b, 0, c.remoteId);
        return b;
    }

    /** Asks for time: {@code message} is a constant of {@link CmMra}. */
    ByteBuffer mra(Connection c, int message) {
        ByteBuffer b = begin(CmMessage.MRA, c.transactionId);
        CmMra.LOCAL_COMM_ID.set(b, 0, c.id);
        CmMra.REMOTE_COMM_ID.set(b, 0, c.remoteId);
        CmMra.MESSAGE.set(b, 0, message);
        CmMra.SERVICE_TIMEOUT.set(b, 0, config.serviceTimeout());
        return b;
    }

    /** Refuses: {@code message} is a constant of {@link CmRej}. */
    ByteBuffer rej(Connection c, int message, int reason, PrivateData data) {
        ByteBuffer b = rej(c.transactionId, c.remoteId, message, reason);
        CmRej.LOCAL_COMM_ID.set(b, 0, c.id);
        CmRej.PRIVATE_DATA.set(b, 0, data.bytes());
        return b;
    }

    /** Tells that no answer came; a peer that has no number for it yet finds it by the device. */
    ByteBuffer timeout(Connection c, int message, int reason) {
        ByteBuffer b = rej(c, message, reason, PrivateData.NONE);
        CmRej.INFO_LENGTH.set(b, 0, Long.BYTES);
        CmRej.INFO.set(b, 0, ByteBuffer.allocate(Long.BYTES).putLong(config.caGuid()).array());
        return b;
    }

    /** Refuses something of which nothing is kept. */
    static ByteBuffer rej(long transactionId, int remoteId, int message, int reason) {
        ByteBuffer b = begin(CmMessage.REJ, transactionId);
        CmRej.REMOTE_COMM_ID.set(b, 0, remoteId);
        CmRej.MESSAGE.set(b, 0, message);
        CmRej.REASON.set(b, 0, reason);
        return b;
    }

    /** Refuses a request that came in the clear. */
    static ByteBuffer protectionRequired(ByteBuffer req, int at) {
        int remoteId = CmReq.LOCAL_COMM_ID.getInt(req, at);
        int reason = RejectReason.CONSUMER_DEFINED.code();
        ByteBuffer b = rej(Mad.transactionId(req, at), remoteId, CmRej.REQ, reason);
        CmRej.PRIVATE_DATA.set(
                b,
                0,
                org.urdma4j.verbs.cm.CmEvent.PROTECTION_REQUIRED.getBytes(
                        StandardCharsets.US_ASCII));
        return b;
    }

    static ByteBuffer dreq(Connection c) {
        return dreq(c.transactionId, c.id, c.remoteId, c.remoteQpn);
    }

    /** Asks to end what isn't there. */
    static ByteBuffer dreq(long transactionId, int id, int remoteId, int remoteQpn) {
        ByteBuffer b = begin(CmMessage.DREQ, transactionId);
        CmDreq.LOCAL_COMM_ID.set(b, 0, id);
        CmDreq.REMOTE_COMM_ID.set(b, 0, remoteId);
        CmDreq.REMOTE_QPN.set(b, 0, remoteQpn);
        return b;
    }

    static ByteBuffer drep(long transactionId, int id, int remoteId) {
        ByteBuffer b = begin(CmMessage.DREP, transactionId);
        CmDrep.LOCAL_COMM_ID.set(b, 0, id);
        CmDrep.REMOTE_COMM_ID.set(b, 0, remoteId);
        return b;
    }
}
