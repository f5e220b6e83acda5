package org.urdma4j.transport.qp;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;

/**
 * Which packets a queue pair lets in to its profile, which reads the rest: state, source, seal,
 * partition, in this order (IBTA 1.4 §9.6.1). Where a packet comes from is looked at before what it
 * is, so that a stranger learns nothing, in whatever state the queue pair is. Nothing is changed by
 * looking; what only covers the shape of traffic ends here.
 */
final class PacketAdmission {
    /** Of at least one of both: a full member of the partition (IBTA 1.4 §10.9.3). */
    private static final int MEMBER = 0x8000;

    private final QpContext qp;
    private final Liveness liveness;

    PacketAdmission(QpContext qp, Liveness liveness) {
        this.qp = qp;
        this.liveness = liveness;
    }

    /** Opens a packet; returns why it goes no further, null if it does. */
    Counter pass(ReceivedPacket packet, Profile profile, long nowNs) {
        boolean datagram = qp.type == QpType.UD;
        boolean listens = qp.responds() || qp.state() == QpState.ERR;
        if (!listens || (!datagram && qp.route == null)) {
            return Counter.DROPPED_QP_STATE;
        }
        Object source = packet.source();
        boolean known = datagram || qp.route.isFrom(source) || profile.isFrom(source);
        if (!known && !profile.looksElsewhere()) {
            return Counter.DROPPED_WRONG_PEER;
        }
        if (qp.seal != null) {
            Counter refusal = open(packet, profile, nowNs);
            if (refusal != null) {
                return refusal;
            }
        } else if (packet.isSealed()) {
            return Counter.DROPPED_EPOCH;
        }
        packet.strange(!known && qp.seal == null);
        int pKey = packet.headers().pKey();
        boolean samePartition = ((pKey ^ qp.pKey) & ~MEMBER & Bth.DEFAULT_P_KEY) == 0;
        if (!samePartition || ((pKey | qp.pKey) & MEMBER) == 0) {
            return Counter.DROPPED_PKEY;
        }
        if (!packet.isNotification()) {
            return null;
        }
        if (datagram) {
            return Counter.DROPPED_QP_STATE; // who has a peer has them, whatever it speaks
        }
        return known ? null : Counter.DROPPED_WRONG_PEER;
    }

    private Counter open(ReceivedPacket packet, Profile profile, long nowNs) {
        int bytes = packet.length() + TransmitBatch.ICRC_LENGTH;
        Counter refusal = qp.seal.open(packet, nowNs);
        if (refusal == Counter.CHAFF_RCVD && qp.responds()) {
            liveness.onHeard(nowNs);
            boolean marked = packet.congestionExperienced();
            profile.onChaff(qp.seal.chaffT1(), bytes - qp.seal.overhead(), marked, nowNs);
        }
        return refusal;
    }
}
