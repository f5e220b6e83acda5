package org.urdma4j.transport.device;

import org.urdma4j.transport.qp.CompletionSink;
import org.urdma4j.transport.queue.CompletionRing;
import org.urdma4j.transport.queue.CompletionRings;
import org.urdma4j.transport.queue.Slots;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;

import java.lang.invoke.VarHandle;

/**
 * What one event loop puts into a completion queue: a ring of its own, so that loops which share
 * the queue don't wait for each other. Filled by that loop, emptied by any thread.
 */
final class LoopCompletions implements CompletionSink {
    private final SoftCompletionQueue queue;
    private final Shard shard;
    private final CompletionRings rings;
    private final Runnable look = this::lookAgain;
    private boolean looks;
    private boolean solicitedSince;

    LoopCompletions(SoftCompletionQueue queue, Shard shard, int capacity) {
        this.queue = queue;
        this.shard = shard;
        this.rings = new CompletionRings(capacity);
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
        solicitedSince |= solicited;
        if (!looks && queue.isAwaitable()) {
            looks = true;
            shard.later(look);
        }
        return true;
    }

    /**
     * Somebody may have asked for an event while completions were on their way to be seen, and have
     * found none. One fence for all of them costs less than one for each, which would wait for the
     * cache lines that the taker has.
     */
    private void lookAgain() {
        boolean solicited = solicitedSince;
        looks = false;
        solicitedSince = false;
        VarHandle.fullFence();
        if (rings.size() > 0 && queue.takeNotice(solicited)) {
            queue.notice().run();
        }
    }

    /** Takes completions of one work queue; returns how many, 0 for none. Any thread. */
    int take(WorkCompletion[] out, int from, int to) {
        return rings.take(out, from, to);
    }

    /** As {@link CompletionRings#resize}. */
    boolean resize(int wanted) {
        return rings.resize(wanted);
    }
}
