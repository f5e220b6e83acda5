package org.urdma4j.leafspine.host;

import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.PacketKind;
import org.urdma4j.leafspine.net.Telemetry;

/** Packets without payload. */
final class Answers {
    private Answers() {}

    /** Returns a packet from the receiving end to the sending one. */
    static Packet answer(FlowContext context, PacketKind kind) {
        Packet packet =
                context.pool()
                        .take(
                                kind,
                                context.flow(),
                                context.to(),
                                context.from(),
                                FlowContext.CONTROL_BYTES);
        packet.entropy = ~context.entropy();
        return packet;
    }

    /** Copies what packets bring of their way into an answer. */
    static void echo(Packet packet, Packet answer, long nowPs) {
        answer.sentPs = packet.sentPs;
        answer.delayPs = nowPs - packet.sentPs;
        answer.marked = packet.marked;
        answer.telemetry = packet.telemetry;
        if (packet.telemetry != null) {
            answer.bytes += packet.telemetry.hops * Telemetry.HOP_BYTES;
        }
    }
}
