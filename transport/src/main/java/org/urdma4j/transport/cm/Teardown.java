package org.urdma4j.transport.cm;

import org.urdma4j.codec.cm.CmDrep;
import org.urdma4j.codec.cm.CmDreq;
import org.urdma4j.codec.cm.CmRej;
import org.urdma4j.codec.cm.PrivateData;
import org.urdma4j.codec.cm.RejectReason;
import org.urdma4j.codec.mad.Mad;
import org.urdma4j.transport.wire.TransportAddress;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** How connections end: refused, given up, disconnected. */
final class Teardown {
    private final Core core;

    Teardown(Core core) {
        this.core = core;
    }

    boolean reject(int id, int reason, PrivateData data, long nowNs) {
        Connection c = core.table.get(id);
        if (c == null) {
            return false;
        }
        switch (c.state) {
            case REQ_RCVD, MRA_REQ_SENT -> refuse(c, CmRej.REQ, reason, data, nowNs);
            case REP_RCVD, MRA_REP_SENT -> refuse(c, CmRej.REP, reason, data, nowNs);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void refuse(Connection c, int message, int reason, PrivateData data, long nowNs) {
        ByteBuffer rej = core.outgoing.rej(c, message, reason, data);
        core.conclude(c, CmState.REJ_SENT, rej, nowNs);
    }

    boolean disconnect(int id, long nowNs) {
        Connection c = core.table.get(id);
        if (c == null) {
            return false;
        }
        int reason = RejectReason.CONSUMER_DEFINED.code();
        switch (c.state) {
            case ESTABLISHED -> askToEnd(c, nowNs);
            case REQ_SENT, MRA_REQ_RCVD -> {
                core.send(c.peer, core.outgoing.timeout(c, CmRej.OTHER, timeoutReason()));
                core.forget(c);
            }
            case REP_SENT, MRA_REP_RCVD -> {
                core.send(c, core.outgoing.rej(c, CmRej.OTHER, reason, PrivateData.NONE));
                end(c, nowNs);
            }
            case SIDR_REQ_SENT -> core.forget(c);
            default -> {
                return reject(id, reason, PrivateData.NONE, nowNs);
            }
        }
        return true;
    }

    boolean vanish(int id, long nowNs) {
        Connection c = core.table.get(id);
        if (c == null || c.state != CmState.ESTABLISHED) {
            return false;
        }
        tellEnd(c, true);
        askToEnd(c, nowNs);
        return true;
    }

    private void askToEnd(Connection c, long nowNs) {
        long answerNs = core.config.answerNs(core.config.responseTimeout());
        ByteBuffer dreq = Outgoing.dreq(c);
        core.ask(c, CmState.DREQ_SENT, dreq, answerNs, core.config.maxRetries(), nowNs);
    }

    /** Returns those whose peers are asked to end them and haven't answered. */
    List<Integer> unanswered() {
        List<Integer> ids = new ArrayList<>();
        for (Connection c : core.table.all()) {
            if (c.state == CmState.DREQ_SENT) {
                ids.add(c.id);
            }
        }
        return ids;
    }

    void insist(int id) {
        Connection c = core.table.get(id);
        if (c != null && c.state == CmState.DREQ_SENT) {
            core.insist(c);
        }
    }

    private static int timeoutReason() {
        return RejectReason.TIMEOUT.code();
    }

    private void end(Connection c, long nowNs) {
        tellEnd(c, false);
        core.enterTimewait(c, nowNs);
    }

    private void tellEnd(Connection c, boolean vanished) {
        if (!c.endTold) {
            c.endTold = true;
            core.tell(new CmEvent.Disconnected(c.id, vanished));
        }
    }

    void onRej(TransportAddress from, ByteBuffer b, int at, long nowNs) {
        Connection c = rejected(from, b, at);
        if (c == null) {
            core.count(CmCounter.STRAY);
            return;
        }
        int reason = CmRej.REASON.getInt(b, at);
        switch (c.state) {
            case REQ_SENT, MRA_REQ_RCVD, REQ_RCVD, MRA_REQ_SENT, REP_RCVD, MRA_REP_SENT -> {
                PrivateData data = PrivateData.of(CmRej.PRIVATE_DATA.get(b, at));
                core.tell(new CmEvent.Rejected(c.id, reason, data));
                core.forget(c);
            }
            case REP_SENT, MRA_REP_RCVD -> {
                PrivateData data = PrivateData.of(CmRej.PRIVATE_DATA.get(b, at));
                core.tell(new CmEvent.Rejected(c.id, reason, data));
                core.enterTimewait(c, nowNs);
            }
            case ESTABLISHED, DREQ_SENT -> end(c, nowNs);
            case REJ_SENT -> core.forget(c);
            default -> core.count(CmCounter.UNEXPECTED);
        }
    }

    /** A peer that gave up before it knew this end's number is found by its own. */
    private Connection rejected(TransportAddress from, ByteBuffer b, int at) {
        int id = CmRej.REMOTE_COMM_ID.getInt(b, at);
        int remoteId = CmRej.LOCAL_COMM_ID.getInt(b, at);
        if (id == 0) {
            boolean timeout = CmRej.REASON.getInt(b, at) == timeoutReason();
            return timeout ? core.table.request(from, remoteId, false) : null;
        }
        return core.table.get(from, id, remoteId);
    }

    void onDreq(TransportAddress from, ByteBuffer b, int at, long nowNs) {
        int id = CmDreq.REMOTE_COMM_ID.getInt(b, at);
        int remoteId = CmDreq.LOCAL_COMM_ID.getInt(b, at);
        Connection c = core.table.get(from, id, remoteId);
        boolean known = c != null && c.remoteId != 0;
        if (known && CmDreq.REMOTE_QPN.get(b, at) != c.localQpn) {
            core.count(CmCounter.UNEXPECTED);
            return;
        }
        if (!known) {
            core.count(CmCounter.STRAY);
        } else if (c.state == CmState.TIMEWAIT) {
            core.count(CmCounter.DUPLICATES);
        } else if (isConnected(c.state)) {
            end(c, nowNs);
        } else {
            core.count(CmCounter.UNEXPECTED);
            return;
        }
        ByteBuffer drep = Outgoing.drep(Mad.transactionId(b, at), id, remoteId);
        if (known) {
            core.send(from, drep);
        } else {
            core.answer(from, drep);
        }
    }

    /** The peer may take the connection for established. */
    private static boolean isConnected(CmState state) {
        return switch (state) {
            case REP_SENT, MRA_REP_RCVD, REP_RCVD, MRA_REP_SENT, ESTABLISHED, DREQ_SENT -> true;
            default -> false;
        };
    }

    /** Returns the request whose sender has shown by this that it gets answers, or null. */
    ByteBuffer onDrep(TransportAddress from, ByteBuffer b, int at, long nowNs) {
        Connection c =
                core.table.get(
                        from,
                        CmDrep.REMOTE_COMM_ID.getInt(b, at),
                        CmDrep.LOCAL_COMM_ID.getInt(b, at));
        if (c == null && core.doubts.isAnswer(from, b, at, nowNs)) {
            return core.doubts.take(from, CmDrep.LOCAL_COMM_ID.getInt(b, at)).orElse(null);
        }
        if (c == null) {
            core.count(CmCounter.STRAY);
        } else if (c.state == CmState.DREQ_SENT) {
            end(c, nowNs);
        } else {
            boolean again = c.state == CmState.TIMEWAIT;
            core.count(again ? CmCounter.DUPLICATES : CmCounter.UNEXPECTED);
        }
        return null;
    }

    void onDeadline(Connection c, long nowNs) {
        switch (c.state) {
            case TIMEWAIT -> core.leaveTimewait(c);
            case REQ_RCVD, MRA_REQ_SENT, SIDR_REQ_RCVD -> {
                // Who waits for an answer would have asked again.
                core.tell(new CmEvent.Rejected(c.id, timeoutReason(), PrivateData.NONE));
                core.forget(c);
            }
            case REJ_SENT, SIDR_REP_SENT -> core.forget(c);
            default -> {
                if (c.state == CmState.DREQ_SENT) {
                    tellEnd(c, true); // a peer that is gone holds up nobody; it is asked on
                }
                if (!core.askAgain(c, nowNs)) {
                    giveUp(c, nowNs);
                }
            }
        }
    }

    private void giveUp(Connection c, long nowNs) {
        if (c.state == CmState.DREQ_SENT) {
            end(c, nowNs);
            return;
        }
        core.count(CmCounter.UNREACHABLE);
        core.tell(new CmEvent.Unreachable(c.id, c.refused));
        switch (c.state) {
            case REQ_SENT, MRA_REQ_RCVD -> {
                core.send(c.peer, core.outgoing.timeout(c, CmRej.OTHER, timeoutReason()));
                core.forget(c);
            }
            case REP_SENT, MRA_REP_RCVD -> {
                core.lend(c, nowNs);
                core.send(c, core.outgoing.timeout(c, CmRej.OTHER, timeoutReason()));
                core.enterTimewait(c, nowNs);
            }
            default -> core.forget(c);
        }
    }
}
