package org.urdma4j.transport.port.pipeline;

import org.urdma4j.transport.wire.TransmitBatch;

/**
 * A batch on its way out: what the handlers of a pipeline pass on. Used again once it is written;
 * confined to the event loop.
 */
public final class OutboundRun {
    private TransmitBatch batch;
    private boolean segmented;
    private int identification;

    /**
     * Turns to a batch.
     *
     * @param asOne whether it leaves as one super-packet that is cut later
     * @param firstIdentification IPv4 identification of its first packet; those that follow count
     *     on
     */
    public void begin(TransmitBatch packets, boolean asOne, int firstIdentification) {
        batch = packets;
        segmented = asOne;
        identification = firstIdentification;
    }

    public TransmitBatch batch() {
        return batch;
    }

    /** Returns whether the batch leaves as one super-packet. */
    public boolean isSegmented() {
        return segmented;
    }

    /** Returns the IPv4 identification of the first packet. */
    public int identification() {
        return identification;
    }
}
