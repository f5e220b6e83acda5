package org.urdma4j.gateway.bridge.frame;

import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.gateway.Port;
import org.urdma4j.gateway.message.GatewayMessage;
import org.urdma4j.gateway.packet.Headers;

/** Which half of a gateway is wanted; what is for the other half passes as it comes. */
public enum Role {
    /** Both halves. */
    BOTH,

    /** For requests that leave the inside, and their answers. */
    SENTRY,

    /** For requests that come from the long link, and their answers. */
    DEPOT;

    /** Where a message says whether it is about requests, 0, or answers. */
    private static final int SPACE_AT = 13;

    private enum For {
        ANY,
        SENTRY,
        DEPOT
    }

    /** Returns whether a frame is for a half that there is, or for none in particular. */
    boolean handles(Port from, Headers headers) {
        For half = this == BOTH || !headers.isRoce() ? For.ANY : half(from, headers.transport());
        return half == For.ANY || half.name().equals(name());
    }

    /** Returns whether it is a message of another gateway, which hosts needn't see. */
    static boolean isMessage(Headers headers) {
        return headers.isRoce()
                && headers.transport().status() == PacketStatus.UNKNOWN_OPCODE
                && headers.transport().opcode() == GatewayMessage.OPCODE;
    }

    private static For half(Port from, TransportPacket packet) {
        if (packet.status() == PacketStatus.OK && packet.has(Opcode.RC)) {
            return packet.has(Opcode.REQUEST) == (from == Port.INSIDE) ? For.SENTRY : For.DEPOT;
        }
        boolean message =
                packet.status() == PacketStatus.UNKNOWN_OPCODE
                        && packet.opcode() == GatewayMessage.OPCODE
                        && packet.length() > SPACE_AT;
        if (!message || from == Port.INSIDE) {
            return For.ANY;
        }
        int at = packet.offset();
        boolean mark = GatewayMessage.kind(packet.buffer(), at) == GatewayMessage.MARK;
        boolean requests = packet.buffer().get(at + SPACE_AT) == 0;
        return mark == requests ? For.DEPOT : For.SENTRY;
    }
}
