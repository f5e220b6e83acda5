package org.urdma4j.transport.qp;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.TransmitBatch;

/**
 * What a packet passes before it reaches the profile: is it from the peer, was it sealed as agreed,
 * is it of use now, can it be read. What only covers the shape of traffic ends here.
 */
final class PacketAdmission {
    private final QpContext context;
    private final Admission admission;
    private final Sealing sealing;
    private final Liveness liveness;

    PacketAdmission(QpContext context, Sealing sealing, Liveness liveness) {
        this.context = context;
        this.sealing = sealing;
        this.liveness = liveness;
        admission = new Admission(context);
    }

    /** Opens and reads a packet; returns why it goes no further, null if it does. */
    Counter pass(ReceivedPacket packet, Profile profile, long nowNs) {
        int bytes = packet.length() + TransmitBatch.ICRC_LENGTH;
        Counter refusal = admission.strangeness(packet, profile);
        if (refusal == null) {
            refusal = sealing.open(packet, nowNs);
        }
        if (refusal == Counter.CHAFF_RCVD && context.responds()) {
            liveness.onHeard(nowNs);
            boolean marked = packet.congestionExperienced();
            int plain = bytes - context.seal.overhead();
            profile.onChaff(context.seal.chaffT1(), plain, marked, nowNs);
        }
        if (refusal == null) {
            refusal = admission.refusal(packet, profile);
        }
        if (refusal == null && !Admission.isNotification(packet)) {
            refusal = profile.read(packet);
        }
        return refusal;
    }
}
