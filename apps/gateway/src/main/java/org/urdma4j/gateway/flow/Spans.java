package org.urdma4j.gateway.flow;

import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.TransportPacket;

/** How many sequence numbers a request takes: a READ as many as its answer has packets. */
public final class Spans {
    /** It takes the path MTU to know. */
    public static final int UNKNOWN = 0;

    /** The smallest path MTU: whatever it is, this is one packet. */
    static final int LEAST_MTU = 256;

    private Spans() {}

    /**
     * Returns the numbers that a READ takes, or {@link #UNKNOWN}.
     *
     * @param bytes that it asks for
     * @param mtu path MTU in bytes, 0 if it is not known
     * @param leastMtu what it is at least
     */
    static int of(long bytes, int mtu, int leastMtu) {
        if (mtu == 0) {
            return bytes <= leastMtu ? 1 : UNKNOWN;
        }
        return (int) Math.max(1, (bytes + mtu - 1) / mtu);
    }

    /** Returns the path MTU that a packet shows, {@code known} if it doesn't show any. */
    static int mtu(TransportPacket packet, int known) {
        boolean full =
                packet.has(Opcode.PAYLOAD) && !packet.has(Opcode.END) && packet.has(Opcode.RC);
        return full && packet.payloadLength() >= LEAST_MTU ? packet.payloadLength() : known;
    }
}
