package org.urdma4j.transport.urdma;

import org.urdma4j.fec.FecMode;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.grant.GrantSource;
import org.urdma4j.transport.urdma.mtu.PayloadSize;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.transport.urdma.requester.Requester;
import org.urdma4j.transport.urdma.responder.ResponseSender;

import java.util.function.BooleanSupplier;

/** What a queue pair would send, requests and answers together. */
final class GrantBacklog implements GrantSource {
    /** With repair packets, so many eighths more. */
    private static final int REPAIRS = 8;

    private final QpContext qp;
    private final BooleanSupplier answering;
    private final Requester requester;
    private final ResponseSender answers;
    private final PayloadSize size;
    private final int payload;
    private final int overhead;
    private final boolean repairs;

    /**
     * @param answering whether answers may leave
     */
    GrantBacklog(
            QpContext qp,
            Agreement agreement,
            PayloadSize size,
            BooleanSupplier answering,
            Requester requester,
            ResponseSender answers) {
        this.qp = qp;
        this.answering = answering;
        this.requester = requester;
        this.answers = answers;
        this.size = size;
        payload = agreement.payload();
        overhead = agreement.fullPacket() - agreement.payload();
        repairs = agreement.fecMode().kind() != FecMode.Kind.OFF;
    }

    @Override
    public boolean hasWork() {
        return (qp.sends() && requester.hasWork())
                || (answering.getAsBoolean() && answers.hasWork());
    }

    @Override
    public long backlog(long nowNs) {
        long packet = payload + size.packets(payload) * overhead; // in pieces, where it narrowed
        long bytes = answering.getAsBoolean() ? answers.backlog(overhead, packet) : 0;
        if (qp.sends()) {
            bytes += requester.backlog(overhead, packet, nowNs);
        }
        return repairs ? bytes + bytes / REPAIRS : bytes;
    }
}
