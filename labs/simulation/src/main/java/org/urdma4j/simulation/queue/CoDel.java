package org.urdma4j.simulation.queue;

import java.util.function.Consumer;

/**
 * Controlled delay over one queue (RFC 8289, section 5): once every packet of 100 ms has waited for
 * 5 ms or more, it drops one, and the n-th that follows 100 ms ÷ √n after the one before, until one
 * has waited less. Packets that may be marked are marked instead.
 */
final class CoDel {
    static final long TARGET_NS = 5_000_000;
    static final long INTERVAL_NS = 100_000_000;

    /** So little in the queue is no queue, however slow the link. */
    static final int MAX_PACKET_BYTES = 1538;

    /** Not above for long enough, or not at all. */
    private static final long NEVER = Long.MIN_VALUE;

    private final PacketFifo queue;
    private final Consumer<QueuedPacket> dropped;
    private long firstAboveNs = NEVER;
    private boolean mayDrop;
    private boolean dropping;
    private long dropNextNs;
    private int count;
    private int lastCount;

    CoDel(PacketFifo queue, Consumer<QueuedPacket> dropped) {
        this.queue = queue;
        this.dropped = dropped;
    }

    QueuedPacket dequeue(long nowNs) {
        QueuedPacket packet = next(nowNs);
        if (dropping) {
            dropping = mayDrop;
            while (dropping && nowNs - dropNextNs >= 0) {
                count++;
                if (packet.mark()) {
                    dropNextNs = controlLaw(dropNextNs);
                    break;
                }
                dropped.accept(packet);
                packet = next(nowNs);
                dropping = mayDrop;
                if (dropping) {
                    dropNextNs = controlLaw(dropNextNs);
                }
            }
        } else if (mayDrop) {
            if (!packet.mark()) {
                dropped.accept(packet);
                packet = next(nowNs);
            }
            begin(nowNs);
        }
        return packet;
    }

    /** Begins to drop, near the rate that helped if that was lately. */
    private void begin(long nowNs) {
        dropping = true;
        int delta = count - lastCount;
        count = delta > 1 && nowNs - dropNextNs < 16 * INTERVAL_NS ? delta : 1;
        lastCount = count;
        dropNextNs = controlLaw(nowNs);
    }

    private long controlLaw(long fromNs) {
        return fromNs + (long) (INTERVAL_NS / Math.sqrt(count));
    }

    private QueuedPacket next(long nowNs) {
        QueuedPacket packet = queue.remove();
        mayDrop = false;
        if (packet == null
                || packet.waitedNs(nowNs) < TARGET_NS
                || queue.bytes() <= MAX_PACKET_BYTES) {
            firstAboveNs = NEVER;
        } else if (firstAboveNs == NEVER) {
            firstAboveNs = nowNs + INTERVAL_NS;
        } else {
            mayDrop = nowNs - firstAboveNs >= 0;
        }
        return packet;
    }
}
