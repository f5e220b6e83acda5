package org.urdma4j.gateway.flow;

import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.TransportPacket;

/**
 * Which requests have answers of their own: READs, atomics, FLUSH and ATOMIC_WRITE. All others are
 * acknowledged, and any later acknowledgement will do.
 */
public final class Responses {
    private Responses() {}

    /** Returns whether a request has an answer of its own. */
    public static boolean areOwed(TransportPacket request) {
        return request.has(Opcode.READ)
                || request.has(Opcode.ATOMIC)
                || request.has(Opcode.FLUSH)
                || request.has(Opcode.ATOMIC_WRITE);
    }

    /** Returns whether an answer is one that no other can replace. */
    public static boolean isOwn(TransportPacket answer) {
        return answer.has(Opcode.READ_RESPONSE) || answer.has(Opcode.ATOMIC_ACK_ETH);
    }
}
