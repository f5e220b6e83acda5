package org.urdma4j.transport.cm;

import org.urdma4j.codec.cm.CmMra;
import org.urdma4j.codec.cm.CmRej;
import org.urdma4j.codec.cm.CmRep;
import org.urdma4j.codec.cm.PrivateData;
import org.urdma4j.codec.cm.RejectReason;
import org.urdma4j.transport.wire.TransportAddress;

import java.nio.ByteBuffer;

/** The end that asks for a connection. */
final class ActiveSide {
    private final Core core;

    ActiveSide(Core core) {
        this.core = core;
    }

    int connect(
            TransportAddress peer,
            int sourcePort,
            long serviceId,
            CmPath path,
            CmEndpoint own,
            long nowNs) {
        Connection c = core.create(peer, CmState.REQ_SENT);
        ByteBuffer req = core.outgoing.req(c, sourcePort, serviceId, path, own);
        c.localQpn = own.qpn();
        c.timewaitNs = Core.timewaitNs(path.ackTimeout());
        c.peerPatienceNs = core.config.answerNs(core.config.responseTimeout());
        core.table.add(c);
        int retries = core.config.maxRetries();
        core.ask(c, CmState.REQ_SENT, req, c.peerPatienceNs, retries, nowNs);
        return c.id;
    }

    void onRep(TransportAddress from, ByteBuffer b, int at, long nowNs) {
        int remoteId = CmRep.LOCAL_COMM_ID.getInt(b, at);
        Connection c = core.table.get(from, CmRep.REMOTE_COMM_ID.getInt(b, at), remoteId);
        if (c == null || remoteId == 0) {
            core.count(CmCounter.STRAY);
            return;
        }
        switch (c.state) {
            case REQ_SENT, MRA_REQ_RCVD -> onAccepted(c, remoteId, b, at, nowNs);
            case REP_RCVD, MRA_REP_SENT -> {
                core.count(CmCounter.DUPLICATES);
                c.state = CmState.MRA_REP_SENT;
                core.send(c.peer, core.outgoing.mra(c, CmMra.REP));
            }
            case ESTABLISHED -> repeatReady(c);
            case REJ_SENT -> core.repeat(c);
            default -> core.count(CmCounter.UNEXPECTED);
        }
    }

    private void onAccepted(Connection c, int remoteId, ByteBuffer b, int at, long nowNs) {
        CmEndpoint peer = Incoming.ofRep(b, at);
        c.remoteId = remoteId;
        if (peer.qpn() < PassiveSide.FIRST_QPN) {
            core.count(CmCounter.MALFORMED);
            refuse(c, RejectReason.UNSUPPORTED_REQUEST, nowNs);
        } else if (core.table.remoteQp(c.peer, peer.qpn()) != null) {
            core.count(CmCounter.STALE);
            refuse(c, RejectReason.STALE_CONNECTION, nowNs);
        } else {
            core.table.addRemoteQp(c, peer.qpn());
            core.rest(c, CmState.REP_RCVD);
            core.tell(new CmEvent.ConnectResponse(c.id, peer));
        }
    }

    private void refuse(Connection c, RejectReason reason, long nowNs) {
        core.tell(new CmEvent.Rejected(c.id, reason.code(), PrivateData.NONE));
        ByteBuffer rej = core.outgoing.rej(c, CmRej.REP, reason.code(), PrivateData.NONE);
        core.conclude(c, CmState.REJ_SENT, rej, nowNs);
    }

    /** The passive end of a connection doesn't get a REP: only one that has sent an RTU. */
    private void repeatReady(Connection c) {
        if (c.lastSent == null) {
            core.count(CmCounter.UNEXPECTED);
        } else {
            core.repeat(c);
        }
    }

    boolean establish(int id) {
        Connection c = core.table.get(id);
        if (c == null || (c.state != CmState.REP_RCVD && c.state != CmState.MRA_REP_SENT)) {
            return false;
        }
        c.lastSent = core.outgoing.rtu(c);
        core.rest(c, CmState.ESTABLISHED);
        core.count(CmCounter.ESTABLISHED);
        core.send(c.peer, c.lastSent);
        return true;
    }

    /** A peer asks to wait for its answer to a REQ or REP. */
    void onMra(TransportAddress from, ByteBuffer b, int at, long nowNs) {
        int remoteId = CmMra.LOCAL_COMM_ID.getInt(b, at);
        Connection c = core.table.get(from, CmMra.REMOTE_COMM_ID.getInt(b, at), remoteId);
        if (c == null || remoteId == 0) {
            core.count(CmCounter.STRAY);
            return;
        }
        CmState waiting =
                switch (c.state) {
                    case REQ_SENT, MRA_REQ_RCVD -> CmState.MRA_REQ_RCVD;
                    case REP_SENT, MRA_REP_RCVD -> CmState.MRA_REP_RCVD;
                    default -> null;
                };
        int message = CmMra.MESSAGE.getInt(b, at);
        if (waiting == null
                || message != (waiting == CmState.MRA_REQ_RCVD ? CmMra.REQ : CmMra.REP)) {
            core.count(CmCounter.UNEXPECTED);
            return;
        }
        c.state = waiting;
        c.remoteId = remoteId;
        if (waiting == CmState.MRA_REP_RCVD && !c.proven) {
            Core.prove(c, nowNs); // it knows our number
            c.endNs += CmConfig.MOST_UNFINISHED_NS - CmConfig.MOST_UNPROVEN_NS;
        }
        long until = nowNs + core.config.answerNs(CmMra.SERVICE_TIMEOUT.getInt(b, at));
        core.table.setDeadline(c, Math.min(Math.max(until, c.deadlineNs), c.endNs));
    }
}
