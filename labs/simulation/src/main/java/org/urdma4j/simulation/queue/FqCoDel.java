package org.urdma4j.simulation.queue;

import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * Flow queue CoDel (RFC 8290): 1,024 queues by a salted hash, each with {@link CoDel}, served by
 * deficit round robin of 1,514 bytes, those that had nothing lately first. What doesn't fit costs
 * the longest queue its oldest packets.
 */
public final class FqCoDel implements QueueDiscipline {
    private static final int QUEUES = 1024;
    private static final int QUANTUM = 1514;

    /** A queue and its place in the round. */
    private static final class Flow {
        private final PacketFifo packets = new PacketFifo();
        private final CoDel control;
        private long credit;
        private boolean active;

        Flow(Consumer<QueuedPacket> dropped) {
            control = new CoDel(packets, dropped);
        }
    }

    private final long limitBytes;
    private final int salt;
    private final Consumer<QueuedPacket> dropped;
    private final Flow[] flows = new Flow[QUEUES];
    private final ArrayDeque<Flow> fresh = new ArrayDeque<>();
    private final ArrayDeque<Flow> old = new ArrayDeque<>();
    private long bytes;

    /**
     * @param limitBytes what may wait in all, framing included
     * @param salt decides which flows share a queue
     * @param dropped is given each packet that is dropped
     */
    public FqCoDel(long limitBytes, int salt, Consumer<QueuedPacket> dropped) {
        this.limitBytes = limitBytes;
        this.salt = salt;
        this.dropped = dropped;
    }

    @Override
    public void enqueue(QueuedPacket packet, long nowNs) {
        Flow flow = flow(packet.flow);
        flow.packets.add(packet, nowNs);
        bytes += packet.wireBytes;
        if (!flow.active) {
            flow.active = true;
            flow.credit = QUANTUM;
            fresh.addLast(flow);
        }
        while (bytes > limitBytes && bytes > packet.wireBytes) {
            drop(longest().packets.remove());
        }
    }

    @Override
    public QueuedPacket dequeue(long nowNs) {
        while (true) {
            boolean anyFresh = !fresh.isEmpty();
            ArrayDeque<Flow> from = anyFresh ? fresh : old;
            Flow flow = from.pollFirst();
            if (flow == null) {
                return null;
            }
            if (flow.credit <= 0) {
                flow.credit += QUANTUM;
                old.addLast(flow);
                continue;
            }
            QueuedPacket packet = flow.control.dequeue(nowNs);
            if (packet != null) {
                bytes -= packet.wireBytes;
                flow.credit -= packet.wireBytes;
                from.addFirst(flow);
                return packet;
            }
            if (anyFresh) {
                old.addLast(flow); // else it would be new again at once, and starve the others
            } else {
                flow.active = false;
            }
        }
    }

    @Override
    public long bytes() {
        return bytes;
    }

    private Flow flow(int hash) {
        int mixed = (hash ^ salt) * 0x9e37_79b9;
        int at = mixed >>> (Integer.SIZE - 10);
        if (flows[at] == null) {
            flows[at] = new Flow(this::drop);
        }
        return flows[at];
    }

    private void drop(QueuedPacket packet) {
        bytes -= packet.wireBytes;
        dropped.accept(packet);
    }

    private Flow longest() {
        Flow longest = null;
        for (Flow flow : flows) {
            if (flow != null
                    && (longest == null || flow.packets.bytes() > longest.packets.bytes())) {
                longest = flow;
            }
        }
        return longest;
    }
}
