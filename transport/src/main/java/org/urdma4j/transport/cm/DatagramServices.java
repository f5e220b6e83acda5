package org.urdma4j.transport.cm;

import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.codec.cm.IpCmHeader;
import org.urdma4j.codec.cm.PortSpace;
import org.urdma4j.codec.cm.PrivateData;
import org.urdma4j.codec.cm.ServiceId;
import org.urdma4j.codec.cm.SidrRep;
import org.urdma4j.codec.cm.SidrReq;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.mad.Mad;
import org.urdma4j.codec.mad.MadRange;
import org.urdma4j.transport.wire.TransportAddress;

import java.nio.ByteBuffer;

/** Both ends of finding the queue pair behind a datagram service. */
final class DatagramServices {
    /** What the application has of a SIDR_REQ, behind the addresses. */
    private static final MadRange REQUEST_DATA =
            new MadRange(
                    "application data",
                    SidrReq.PRIVATE_DATA.offset() + IpCmHeader.LENGTH,
                    SidrReq.PRIVATE_DATA.length() - IpCmHeader.LENGTH);

    private final Core core;
    private final Listeners listeners;

    DatagramServices(Core core, Listeners listeners) {
        this.core = core;
        this.listeners = listeners;
    }

    int resolve(
            TransportAddress peer, int sourcePort, long serviceId, PrivateData data, long nowNs) {
        Connection c = core.create(peer, CmState.SIDR_REQ_SENT);
        ByteBuffer b = ByteBuffer.allocate(Mad.LENGTH);
        CmMessage.SIDR_REQ.write(b, 0, c.transactionId);
        SidrReq.REQUEST_ID.set(b, 0, c.id);
        SidrReq.PARTITION_KEY.set(b, 0, Bth.DEFAULT_P_KEY);
        SidrReq.SERVICE_ID.set(b, 0, serviceId);
        core.outgoing.writeAddresses(b, SidrReq.PRIVATE_DATA.offset(), sourcePort, peer.gid());
        REQUEST_DATA.set(b, 0, data.bytes());
        core.table.add(c);
        long answerNs = core.config.answerNs(core.config.responseTimeout());
        core.ask(c, CmState.SIDR_REQ_SENT, b, answerNs, core.config.maxRetries(), nowNs);
        return c.id;
    }

    void onRequest(TransportAddress from, ByteBuffer b, int at, long nowNs) {
        int requestId = SidrReq.REQUEST_ID.getInt(b, at);
        long serviceId = SidrReq.SERVICE_ID.get(b, at);
        Connection known = core.table.request(from, requestId, true);
        if (known != null) {
            onKnown(known, nowNs);
            return;
        }
        Listener listener = listeners.get(serviceId);
        if (listener == null || !ServiceId.isOf(PortSpace.UDP, serviceId)) {
            core.count(CmCounter.NO_LISTENER);
            core.answer(from, refusal(b, at, SidrRep.UNKNOWN_SERVICE));
        } else if (!IpCmHeader.isValid(b, at + SidrReq.PRIVATE_DATA.offset())) {
            core.count(CmCounter.UNSUPPORTED);
            core.answer(from, refusal(b, at, SidrRep.UNSUPPORTED_VERSION));
        } else if (requestId == 0) {
            core.count(CmCounter.MALFORMED);
        } else {
            admit(from, listener, b, at, nowNs);
        }
    }

    private void admit(TransportAddress from, Listener listener, ByteBuffer b, int at, long nowNs) {
        int requestId = SidrReq.REQUEST_ID.getInt(b, at);
        switch (core.admission(listener, from, requestId, nowNs)) {
            case REFUSED -> core.count(CmCounter.OVERFLOW);
            case DOUBTED -> core.doubt(from, requestId, 0, b, at, nowNs);
            case ADMITTED -> take(from, listener, b, at, false, nowNs);
            case PROVEN -> take(from, listener, b, at, true, nowNs);
        }
    }

    private void onKnown(Connection known, long nowNs) {
        Core.credit(known);
        if (known.state == CmState.SIDR_REQ_RCVD) {
            core.table.setDeadline(known, nowNs + CmConfig.MOST_UNDECIDED_NS);
        }
        if (known.state == CmState.SIDR_REP_SENT) {
            core.repeat(known);
        } else {
            core.count(CmCounter.DUPLICATES);
        }
    }

    private static ByteBuffer refusal(ByteBuffer b, int at, int status) {
        ByteBuffer rep = ByteBuffer.allocate(Mad.LENGTH);
        CmMessage.SIDR_REP.write(rep, 0, Mad.transactionId(b, at));
        SidrRep.REQUEST_ID.set(rep, 0, SidrReq.REQUEST_ID.get(b, at));
        SidrRep.STATUS.set(rep, 0, status);
        SidrRep.SERVICE_ID.set(rep, 0, SidrReq.SERVICE_ID.get(b, at));
        return rep;
    }

    private void take(
            TransportAddress from,
            Listener listener,
            ByteBuffer b,
            int at,
            boolean proven,
            long nowNs) {
        long transactionId = Mad.transactionId(b, at);
        Connection c = new Connection(core.freshId(), from, transactionId, CmState.SIDR_REQ_RCVD);
        c.remoteId = SidrReq.REQUEST_ID.getInt(b, at);
        c.lastSent = refusal(b, at, SidrRep.VALID);
        c.peerPatienceNs = core.config.answerNs(CmConfig.LINUX_RESPONSE_TIMEOUT);
        c.proven = proven;
        Core.credit(c);
        listener.add(c, nowNs);
        core.table.setDeadline(c, nowNs + CmConfig.MOST_UNDECIDED_NS);
        core.table.addRequest(c, true);
        int port = IpCmHeader.sourcePort(b, at + SidrReq.PRIVATE_DATA.offset());
        long serviceId = SidrReq.SERVICE_ID.get(b, at);
        PrivateData data = PrivateData.of(REQUEST_DATA.get(b, at));
        core.tell(new CmEvent.ServiceRequest(c.id, from, port, serviceId, data));
    }

    boolean answer(int id, int status, int qpn, int qKey, PrivateData data, long nowNs) {
        Connection c = core.table.get(id);
        if (c == null || c.state != CmState.SIDR_REQ_RCVD) {
            return false;
        }
        ByteBuffer rep = c.lastSent;
        SidrRep.STATUS.set(rep, 0, status);
        SidrRep.QPN.set(rep, 0, qpn);
        SidrRep.Q_KEY.set(rep, 0, qKey);
        SidrRep.PRIVATE_DATA.set(rep, 0, data.bytes());
        core.conclude(c, CmState.SIDR_REP_SENT, rep, nowNs);
        return true;
    }

    void onAnswer(TransportAddress from, ByteBuffer b, int at) {
        Connection c = core.table.get(SidrRep.REQUEST_ID.getInt(b, at));
        if (c == null || !c.peer.equals(from) || c.state != CmState.SIDR_REQ_SENT) {
            core.count(CmCounter.STRAY);
            return;
        }
        int status = SidrRep.STATUS.getInt(b, at);
        PrivateData data = PrivateData.of(SidrRep.PRIVATE_DATA.get(b, at));
        core.forget(c);
        core.tell(
                status == SidrRep.VALID
                        ? new CmEvent.ServiceResolved(
                                c.id, SidrRep.QPN.getInt(b, at), SidrRep.Q_KEY.getInt(b, at), data)
                        : new CmEvent.ServiceRefused(c.id, status, data));
    }
}
