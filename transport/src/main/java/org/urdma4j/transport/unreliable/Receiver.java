package org.urdma4j.transport.unreliable;

import org.urdma4j.transport.wire.PayloadSource;
import org.urdma4j.transport.wire.ReceivedPacket;

/** Takes the packets of a service: places payload, completes receives, answers nothing. */
interface Receiver {
    /** The peer's first packet has this number. */
    void start(int psn);

    /** Takes a packet of the service that is let in. */
    void onPacket(ReceivedPacket packet);

    /** Takes a whole frame, if that is the service. */
    default void onFrame(PayloadSource frame, int bytes) {
        throw new UnsupportedOperationException("the service has packets");
    }

    /** Forgets a message of which packets are still to come. */
    void reset();
}
