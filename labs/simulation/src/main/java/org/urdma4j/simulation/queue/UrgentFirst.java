package org.urdma4j.simulation.queue;

import java.util.function.Consumer;

/** Strict priority of what is urgent, in one buffer: what doesn't fit is dropped as it comes. */
public final class UrgentFirst implements QueueDiscipline {
    private final long limitBytes;
    private final Consumer<QueuedPacket> dropped;
    private final PacketFifo urgent = new PacketFifo();
    private final PacketFifo others = new PacketFifo();

    /**
     * @param limitBytes what may wait, framing included
     * @param dropped is given each packet that is dropped
     */
    public UrgentFirst(long limitBytes, Consumer<QueuedPacket> dropped) {
        this.limitBytes = limitBytes;
        this.dropped = dropped;
    }

    @Override
    public void enqueue(QueuedPacket packet, long nowNs) {
        if (bytes() > 0 && bytes() + packet.wireBytes > limitBytes) {
            dropped.accept(packet);
        } else {
            (packet.urgent ? urgent : others).add(packet, nowNs);
        }
    }

    @Override
    public QueuedPacket dequeue(long nowNs) {
        return urgent.isEmpty() ? others.remove() : urgent.remove();
    }

    @Override
    public long bytes() {
        return urgent.bytes() + others.bytes();
    }
}
