package org.urdma4j.transport.cm;

import org.urdma4j.codec.cm.CmMra;
import org.urdma4j.codec.cm.CmRej;
import org.urdma4j.codec.cm.CmReq;
import org.urdma4j.codec.cm.CmRtu;
import org.urdma4j.codec.cm.IpCmHeader;
import org.urdma4j.codec.cm.PortSpace;
import org.urdma4j.codec.cm.RejectReason;
import org.urdma4j.codec.cm.ServiceId;
import org.urdma4j.codec.mad.Mad;
import org.urdma4j.transport.wire.TransportAddress;
import org.urdma4j.verbs.Mtu;

import java.nio.ByteBuffer;

/** The end that is asked for a connection. */
final class PassiveSide {
    /** Queue pairs 0 and 1 are never connected. */
    static final int FIRST_QPN = 2;

    private final Core core;
    private final Listeners listeners;

    PassiveSide(Core core, Listeners listeners) {
        this.core = core;
        this.listeners = listeners;
    }

    void onReq(TransportAddress from, ByteBuffer b, int at, long nowNs) {
        int remoteId = CmReq.LOCAL_COMM_ID.getInt(b, at);
        int qpn = CmReq.LOCAL_QPN.getInt(b, at);
        if (remoteId == 0 || qpn < FIRST_QPN) {
            core.count(CmCounter.MALFORMED);
            return;
        }
        Connection known = core.table.request(from, remoteId, false);
        if (known != null && isSame(known, b, at)) {
            onDuplicate(known, nowNs);
            return;
        }
        if (known != null && known.state == CmState.REJ_SENT) {
            core.forget(known);
            known = null;
        }
        RejectReason reason = refusal(b, at);
        if (reason != null) {
            refuse(from, b, at, reason);
        } else if (known != null || core.table.remoteQp(from, qpn) != null) {
            core.count(CmCounter.STALE);
            refuse(from, b, at, RejectReason.STALE_CONNECTION);
        } else {
            admit(from, b, at, nowNs);
        }
    }

    private static boolean isSame(Connection known, ByteBuffer b, int at) {
        return known.transactionId == Mad.transactionId(b, at)
                && known.remoteQpn == CmReq.LOCAL_QPN.getInt(b, at)
                && known.requestPsn == CmReq.STARTING_PSN.getInt(b, at);
    }

    private void onDuplicate(Connection c, long nowNs) {
        Core.credit(c);
        switch (c.state) {
            case REQ_RCVD, MRA_REQ_SENT -> {
                core.count(CmCounter.DUPLICATES);
                c.state = CmState.MRA_REQ_SENT;
                core.table.setDeadline(c, nowNs + CmConfig.MOST_UNDECIDED_NS);
                core.send(c, core.outgoing.mra(c, CmMra.REQ));
            }
            case REP_SENT, MRA_REP_RCVD, REJ_SENT -> core.repeat(c);
            default -> core.count(CmCounter.DUPLICATES);
        }
    }

    /** Returns why a request can't be taken, whoever sends it, or null. */
    private RejectReason refusal(ByteBuffer b, int at) {
        long serviceId = CmReq.SERVICE_ID.get(b, at);
        if (!ServiceId.isOf(PortSpace.TCP, serviceId) || listeners.get(serviceId) == null) {
            core.count(CmCounter.NO_LISTENER);
            return RejectReason.INVALID_SERVICE_ID;
        }
        int mtu = CmReq.PATH_MTU.getInt(b, at);
        RejectReason reason = null;
        if (CmReq.TRANSPORT_SERVICE.get(b, at) > CmReq.UC) {
            reason = RejectReason.INVALID_TRANSPORT_TYPE;
        } else if (mtu < Mtu.MTU_256.value() || mtu > Mtu.MTU_4096.value()) {
            reason = RejectReason.INVALID_MTU;
        } else if (!IpCmHeader.isValid(b, at + CmReq.PRIVATE_DATA.offset())) {
            reason = RejectReason.UNSUPPORTED_REQUEST;
        }
        if (reason != null) {
            core.count(CmCounter.UNSUPPORTED);
        }
        return reason;
    }

    private void refuse(TransportAddress from, ByteBuffer b, int at, RejectReason reason) {
        int remoteId = CmReq.LOCAL_COMM_ID.getInt(b, at);
        long transactionId = Mad.transactionId(b, at);
        core.answer(from, Outgoing.rej(transactionId, remoteId, CmRej.REQ, reason.code()));
    }

    private void admit(TransportAddress from, ByteBuffer b, int at, long nowNs) {
        Listener listener = listeners.get(CmReq.SERVICE_ID.get(b, at));
        int remoteId = CmReq.LOCAL_COMM_ID.getInt(b, at);
        switch (core.admission(listener, from, remoteId, nowNs)) {
            case REFUSED -> core.count(CmCounter.OVERFLOW);
            case DOUBTED -> core.doubt(from, remoteId, CmReq.LOCAL_QPN.getInt(b, at), b, at, nowNs);
            case ADMITTED -> take(listener, from, b, at, false, nowNs);
            case PROVEN -> take(listener, from, b, at, true, nowNs);
        }
    }

    private void take(
            Listener listener,
            TransportAddress from,
            ByteBuffer b,
            int at,
            boolean proven,
            long nowNs) {
        long serviceId = CmReq.SERVICE_ID.get(b, at);
        Connection c =
                new Connection(core.freshId(), from, Mad.transactionId(b, at), CmState.REQ_RCVD);
        CmPath path = Incoming.path(b, at);
        CmEndpoint peer = Incoming.ofReq(b, at);
        c.remoteId = CmReq.LOCAL_COMM_ID.getInt(b, at);
        c.requestPsn = peer.startingPsn();
        c.timewaitNs = Core.timewaitNs(path.ackTimeout());
        c.peerPatienceNs = core.config.strangersNs(CmReq.REMOTE_RESPONSE_TIMEOUT.getInt(b, at));
        c.intervalNs = core.config.strangersNs(CmReq.LOCAL_RESPONSE_TIMEOUT.getInt(b, at));
        c.retriesLeft = CmReq.MAX_CM_RETRIES.getInt(b, at);
        c.proven = proven;
        Core.credit(c);
        listener.add(c, nowNs);
        core.table.setDeadline(c, nowNs + CmConfig.MOST_UNDECIDED_NS);
        core.table.addRequest(c, false);
        core.table.addRemoteQp(c, peer.qpn());
        int port = IpCmHeader.sourcePort(b, at + CmReq.PRIVATE_DATA.offset());
        core.tell(new CmEvent.ConnectRequest(c.id, from, port, serviceId, path, peer));
    }

    boolean accept(int id, CmEndpoint own, long nowNs) {
        Connection c = core.table.get(id);
        if (c == null || (c.state != CmState.REQ_RCVD && c.state != CmState.MRA_REQ_SENT)) {
            return false;
        }
        ByteBuffer rep = core.outgoing.rep(c, own);
        c.localQpn = own.qpn();
        c.endNs = nowNs + (c.proven ? CmConfig.MOST_UNFINISHED_NS : CmConfig.MOST_UNPROVEN_NS);
        core.ask(c, CmState.REP_SENT, rep, c.intervalNs, c.retriesLeft, nowNs);
        return true;
    }

    void onRtu(TransportAddress from, ByteBuffer b, int at) {
        Connection c =
                core.table.get(
                        from,
                        CmRtu.REMOTE_COMM_ID.getInt(b, at),
                        CmRtu.LOCAL_COMM_ID.getInt(b, at));
        if (c == null) {
            core.count(CmCounter.STRAY);
        } else if (!established(c)) {
            boolean again = c.state == CmState.ESTABLISHED;
            core.count(again ? CmCounter.DUPLICATES : CmCounter.UNEXPECTED);
        }
    }

    /** The peer is ready: it said so, or a packet of its queue pair has come. */
    boolean established(Connection c) {
        if (c.state != CmState.REP_SENT && c.state != CmState.MRA_REP_RCVD) {
            return false;
        }
        Listener.release(c);
        c.lastSent = null;
        c.proven = true;
        c.endNs = Connection.NEVER;
        core.rest(c, CmState.ESTABLISHED);
        core.count(CmCounter.ESTABLISHED);
        core.tell(new CmEvent.Established(c.id));
        return true;
    }
}
