package org.urdma4j.transport.device;

import org.urdma4j.transport.qp.CompletionSink;
import org.urdma4j.transport.queue.CompletionRing;
import org.urdma4j.transport.queue.CompletionRings;
import org.urdma4j.transport.queue.Slots;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;

/**
 * What one event loop puts into a completion queue: a ring of its own, so that loops which share
 * the queue don't wait for each other. Filled by that loop, emptied by any thread.
 */
final class LoopCompletions implements CompletionSink {
    private final SoftCompletionQueue queue;
    private final Shard shard;
    private final CompletionRings rings;

    LoopCompletions(SoftCompletionQueue queue, Shard shard, int capacity) {
        this.queue = queue;
        this.shard = shard;
        this.rings = new CompletionRings(capacity);
    }

    @Override
    public boolean complete(
            long wrId,
            WcStatus status,
            WcOpcode opcode,
            long byteLength,
            int immediate,
            int flags,
            int qpNumber,
            int sourceQp,
            boolean solicited) {
        return complete(
                null,
                wrId,
                status,
                opcode,
                byteLength,
                immediate,
                flags,
                qpNumber,
                sourceQp,
                solicited);
    }

    @Override
    public boolean complete(
            Slots slots,
            long wrId,
            WcStatus status,
            WcOpcode opcode,
            long byteLength,
            int immediate,
            int flags,
            int qpNumber,
            int sourceQp,
            boolean solicited) {
        CompletionRing ring = rings.toFill();
        if (queue.overrun()
                || ring == null
                || !ring.add(
                        slots,
                        wrId,
                        status,
                        opcode,
                        byteLength,
                        immediate,
                        flags,
                        qpNumber,
                        sourceQp)) {
            if (slots != null) {
                slots.release();
            }
            queue.onOverrun();
            return false;
        }
        if (queue.takeNotice(solicited)) {
            shard.later(queue.notice());
        }
        return true;
    }

    /** Takes completions of one work queue; returns how many, 0 for none. Any thread. */
    int take(WorkCompletion[] out, int from, int to) {
        return rings.take(out, from, to);
    }

    int size() {
        return rings.size();
    }

    /** As {@link CompletionRings#resize}. */
    boolean resize(int wanted) {
        return rings.resize(wanted);
    }
}
