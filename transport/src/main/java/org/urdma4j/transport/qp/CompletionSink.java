package org.urdma4j.transport.qp;

import org.urdma4j.transport.queue.Slots;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;

/** Where a queue pair's completions go. Called by the event loop. */
public interface CompletionSink {
    /**
     * Delivers a completion, which holds a slot of a work queue until it is polled; a sink that
     * keeps none releases it.
     *
     * @param slots of the queue; null when the slot is free already
     * @param immediate immediate data or the invalidated key, as {@code flags} ({@link
     *     org.urdma4j.verbs.WcFlags}) tell
     * @param sourceQp who sent a datagram, otherwise 0
     * @param solicited whether it wakes those who wait for solicited completions only
     * @return false when there was no room and the completion is lost; the slot is free then
     */
    boolean complete(
            Slots slots,
            long wrId,
            WcStatus status,
            WcOpcode opcode,
            long byteLength,
            int immediate,
            int flags,
            int qpNumber,
            int sourceQp,
            boolean solicited);
}
