package org.urdma4j.gateway.message;

import java.nio.ByteBuffer;

/**
 * HELLO: who this gateway is, to one whose message doesn't name it: one that has just started, or
 * that still takes this one for what it was before. It is shorter than what it answers.
 */
public final class Hello {
    /** Bytes from the BTH to the end. */
    public static final int LENGTH = GatewayMessage.BODY + GatewayMessage.TRAILER;

    private Hello() {}

    /**
     * Writes a message from 0 to the limit that it sets.
     *
     * @param to the message that it answers, whose BTH is at {@code at}
     */
    public static void write(
            ByteBuffer b, ByteBuffer to, int at, int pKey, int qpn, int bootId, int counter) {
        b.clear();
        int space =
                GatewayMessage.isForDepot(to, at)
                        ? GatewayMessage.REQUESTS
                        : GatewayMessage.ANSWERS;
        GatewayMessage.write(b, GatewayMessage.HELLO, pKey, qpn, space, 0, bootId, counter);
        GatewayMessage.putNumber(b, 0);
        GatewayMessage.finish(b, LENGTH);
    }
}
