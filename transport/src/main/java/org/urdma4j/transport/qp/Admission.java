package org.urdma4j.transport.qp;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;

/**
 * Which packets a queue pair lets in to its profile: state, source, partition, opcode, Q_Key, in
 * this order (IBTA 1.4 §9.6.1). Where a packet comes from is looked at before what it is, so that a
 * stranger learns nothing, in whatever state the queue pair is. Nothing is changed by looking.
 */
final class Admission {
    private final QpContext qp;

    Admission(QpContext qp) {
        this.qp = qp;
    }

    /** Returns why a packet is to be dropped, whatever it says; null if it isn't. */
    Counter strangeness(ReceivedPacket packet, Profile profile) {
        boolean datagram = qp.type == QpType.UD;
        boolean listens = qp.responds() || qp.state() == QpState.ERR;
        if (!listens || (!datagram && qp.route == null)) {
            return Counter.DROPPED_QP_STATE;
        }
        if (!datagram && !isKnown(packet, profile) && !profile.looksElsewhere()) {
            return Counter.DROPPED_WRONG_PEER;
        }
        return null;
    }

    private boolean isKnown(ReceivedPacket packet, Profile profile) {
        return qp.route.isFrom(packet.source()) || profile.isFrom(packet.source());
    }

    /** Returns why a packet that isn't strange, and is open, is to be dropped; null if it isn't. */
    Counter refusal(ReceivedPacket packet, Profile profile) {
        TransportPacket headers = packet.headers();
        boolean datagram = qp.type == QpType.UD;
        if (!samePartition(headers.pKey(), qp.pKey)) {
            return Counter.DROPPED_PKEY;
        }
        if (isNotification(packet) && !datagram && !isKnown(packet, profile)) {
            return Counter.DROPPED_WRONG_PEER;
        }
        if (!takes(packet, profile)) {
            return packet.isUrdma() ? Counter.DROPPED_UNKNOWN_OPCODE : Counter.DROPPED_QP_STATE;
        }
        return datagram && headers.qKey() != qp.qKey ? Counter.DROPPED_QKEY : null;
    }

    /** Congestion notifications are for whoever has a peer, whatever it speaks. */
    private boolean takes(ReceivedPacket packet, Profile profile) {
        return isNotification(packet) ? qp.type != QpType.UD : profile.takes(packet);
    }

    static boolean isNotification(ReceivedPacket packet) {
        return packet.headers().opcode() == Opcode.CNP;
    }

    /** The same partition, and at least one of both a full member of it (IBTA 1.4 §10.9.3). */
    private static boolean samePartition(int a, int b) {
        int member = 0x8000;
        return ((a ^ b) & ~member & Bth.DEFAULT_P_KEY) == 0 && ((a | b) & member) != 0;
    }
}
