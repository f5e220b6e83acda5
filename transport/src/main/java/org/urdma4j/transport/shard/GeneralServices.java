package org.urdma4j.transport.shard;

import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.TransmitBatch;

/**
 * What stands behind queue pair 1, the general services interface (IBTA volume 1, 13.5): the
 * connection manager. Called by the shard that it is attached to, on its event loop.
 */
public interface GeneralServices {
    /**
     * Takes a packet to queue pair 1, whatever it is: nothing but its headers' form was looked at.
     * Nothing that a packet holds may throw.
     */
    void onPacket(ReceivedPacket packet, long nowNs);

    /**
     * Adds packets to an empty batch.
     *
     * @return how many; 0 when there is nothing to send
     */
    int poll(TransmitBatch batch, long nowNs);

    /** Does what is due at {@code nowNs}. */
    void onTimer(long nowNs);

    /** Returns when {@link #onTimer} must be called, {@link Long#MAX_VALUE} for never. */
    long nextDeadlineNs();
}
