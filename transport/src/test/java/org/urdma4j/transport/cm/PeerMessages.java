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
import org.urdma4j.codec.cm.SidrRep;
import org.urdma4j.codec.cm.SidrReq;
import org.urdma4j.codec.mad.Mad;

import java.nio.ByteBuffer;

/** Messages as a peer would send them, written field by field. */
final class PeerMessages {
    static final int PEER_ID = 0x5555_0001;
    static final int PEER_QPN = 0x4321;
    private static final long TID = 0x77;
    private static final int TIMEOUT = 17;

    private PeerMessages() {}

    private static ByteBuffer begin(CmMessage message) {
        ByteBuffer b = ByteBuffer.allocate(Mad.LENGTH);
        message.write(b, 0, TID);
        return b;
    }

    /** The message of a kind; {@code id} is the receiver's number, {@code qpn} its queue pair. */
    static ByteBuffer of(CmMessage message, int id, int qpn, boolean aboutRep) {
        return switch (message) {
            case REQ -> req(PEER_ID, PEER_QPN, CmHost.SERVICE);
            case MRA -> mra(id, aboutRep ? CmMra.REP : CmMra.REQ);
            case REJ -> rej(id, PEER_ID, 28);
            case REP -> rep(id, PEER_ID, PEER_QPN);
            case RTU -> rtu(id, PEER_ID);
            case DREQ -> dreq(id, PEER_ID, qpn);
            case DREP -> drep(id, PEER_ID);
            case SIDR_REQ -> sidrReq(PEER_ID);
            case SIDR_REP -> sidrRep(id);
        };
    }

    static ByteBuffer req(int peerId, int qpn, long service) {
        ByteBuffer b = begin(CmMessage.REQ);
        CmReq.LOCAL_COMM_ID.set(b, 0, peerId);
        CmReq.SERVICE_ID.set(b, 0, service);
        CmReq.LOCAL_QPN.set(b, 0, qpn);
        CmReq.STARTING_PSN.set(b, 0, 5);
        CmReq.PATH_MTU.set(b, 0, 3);
        CmReq.MAX_CM_RETRIES.set(b, 0, 15);
        CmReq.REMOTE_RESPONSE_TIMEOUT.set(b, 0, TIMEOUT);
        CmReq.LOCAL_RESPONSE_TIMEOUT.set(b, 0, TIMEOUT);
        CmReq.PRIMARY_ACK_TIMEOUT.set(b, 0, TIMEOUT);
        IpCmHeader.write(b, CmReq.PRIVATE_DATA.offset(), 9, 0, 0xffff_0a4d_0001L, 0, 0);
        return b;
    }

    static ByteBuffer rep(int id, int peerId, int qpn) {
        ByteBuffer b = begin(CmMessage.REP);
        CmRep.LOCAL_COMM_ID.set(b, 0, peerId);
        CmRep.REMOTE_COMM_ID.set(b, 0, id);
        CmRep.LOCAL_QPN.set(b, 0, qpn);
        return b;
    }

    static ByteBuffer mra(int id, int message) {
        ByteBuffer b = begin(CmMessage.MRA);
        CmMra.LOCAL_COMM_ID.set(b, 0, PEER_ID);
        CmMra.REMOTE_COMM_ID.set(b, 0, id);
        CmMra.MESSAGE.set(b, 0, message);
        CmMra.SERVICE_TIMEOUT.set(b, 0, TIMEOUT + 3);
        return b;
    }

    static ByteBuffer rej(int id, int peerId, int reason) {
        ByteBuffer b = begin(CmMessage.REJ);
        CmRej.LOCAL_COMM_ID.set(b, 0, peerId);
        CmRej.REMOTE_COMM_ID.set(b, 0, id);
        CmRej.REASON.set(b, 0, reason);
        return b;
    }

    static ByteBuffer rtu(int id, int peerId) {
        ByteBuffer b = begin(CmMessage.RTU);
        CmRtu.LOCAL_COMM_ID.set(b, 0, peerId);
        CmRtu.REMOTE_COMM_ID.set(b, 0, id);
        return b;
    }

    static ByteBuffer dreq(int id, int peerId, int qpn) {
        ByteBuffer b = begin(CmMessage.DREQ);
        CmDreq.LOCAL_COMM_ID.set(b, 0, peerId);
        CmDreq.REMOTE_COMM_ID.set(b, 0, id);
        CmDreq.REMOTE_QPN.set(b, 0, qpn);
        return b;
    }

    static ByteBuffer drep(int id, int peerId) {
        ByteBuffer b = begin(CmMessage.DREP);
        CmDrep.LOCAL_COMM_ID.set(b, 0, peerId);
        CmDrep.REMOTE_COMM_ID.set(b, 0, id);
        return b;
    }

    static ByteBuffer sidrReq(int requestId) {
        ByteBuffer b = begin(CmMessage.SIDR_REQ);
        SidrReq.REQUEST_ID.set(b, 0, requestId);
        SidrReq.SERVICE_ID.set(b, 0, CmHost.DATAGRAMS);
        IpCmHeader.write(b, SidrReq.PRIVATE_DATA.offset(), 9, 0, 0xffff_0a4d_0001L, 0, 0);
        return b;
    }

    static ByteBuffer sidrRep(int id) {
        ByteBuffer b = begin(CmMessage.SIDR_REP);
        SidrRep.REQUEST_ID.set(b, 0, id);
        SidrRep.QPN.set(b, 0, PEER_QPN);
        return b;
    }
}
