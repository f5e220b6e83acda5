package org.urdma4j.transport.urdma;

import org.urdma4j.fec.FecMode;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.grant.GrantSource;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.transport.urdma.requester.Requester;
import org.urdma4j.transport.urdma.responder.ResponseSender;

/** What a queue pair would send, requests and answers together. */
final class GrantBacklog implements GrantSource {
    /** With repair packets, so many eighths more. */
    private static final int REPAIRS = 8;

    private final QpContext qp;
    private final Requester requester;
    private final ResponseSender answers;
    private final int overhead;
    private final boolean repairs;

    GrantBacklog(QpContext qp, Agreement agreement, Requester requester, ResponseSender answers) {
        this.qp = qp;
        this.requester = requester;
        this.answers = answers;
        overhead = agreement.fullPacket() - agreement.payload();
        repairs = agreement.fecMode().kind() != FecMode.Kind.OFF;
    }

    @Override
    public boolean hasWork() {
        return (qp.sends() && requester.hasWork()) || (qp.responds() && answers.hasWork());
    }

    @Override
    public long backlog(long nowNs) {
        long bytes = qp.responds() ? answers.backlog(overhead) : 0;
        if (qp.sends()) {
            bytes += requester.backlog(overhead, nowNs);
        }
        return repairs ? bytes + bytes / REPAIRS : bytes;
    }
}
