package org.urdma4j.transport.device;

import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.queue.PooledReceives;
import org.urdma4j.transport.queue.ReceivePool;
import org.urdma4j.transport.shard.Doorbell;
import org.urdma4j.verbs.AsyncEvent;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SharedReceiveQueue;
import org.urdma4j.verbs.SrqAttr;
import org.urdma4j.verbs.SrqInitAttr;

import java.util.Objects;

/** A shared receive queue: checks posts, and wakes the event loop when it waits for them. */
final class SoftSharedReceiveQueue extends Resource implements SharedReceiveQueue {
    private final SoftProtectionDomain domain;
    private final SoftContext context;
    private final NetworkPort loop;
    private final Object srqContext;
    private final ReceivePool pool;
    private final Doorbell doorbell;

    SoftSharedReceiveQueue(SoftProtectionDomain domain, SrqInitAttr attr) {
        super(domain);
        Invalid.unlessInRange("max_wr", attr.maxWr(), 1, DeviceLimits.MAX_QP_WR);
        Invalid.unlessInRange("max_sge", attr.maxSge(), 0, DeviceLimits.MAX_SGE);
        this.domain = domain;
        this.context = domain.context();
        this.loop = context.loops().next();
        this.srqContext = attr.srqContext();
        pool = new ReceivePool(attr.maxWr(), attr.maxSge(), domain.id(), this::onLimitReached);
        doorbell = loop.shard().doorbell(pool);
    }

    private void onLimitReached() {
        context.raise(new AsyncEvent(EventType.SRQ_LIMIT_REACHED, this));
    }

    PooledReceives receives() {
        return new PooledReceives(pool);
    }

    SoftContext context() {
        return context;
    }

    /** Returns the event loop of all queue pairs that take from it. */
    NetworkPort loop() {
        return loop;
    }

    @Override
    public ProtectionDomain protectionDomain() {
        return domain;
    }

    @Override
    public Object srqContext() {
        return srqContext;
    }

    @Override
    public PostStatus postRecv(RecvWr wr) {
        checkOpen();
        if (wr.numSge() > pool.maxSge()) {
            return PostStatus.INVALID_REQUEST;
        }
        if (!pool.post(wr)) {
            return PostStatus.QUEUE_FULL;
        }
        if (pool.wanted() && doorbell.ring()) {
            loop.wake();
        }
        return PostStatus.OK;
    }

    @Override
    public int postRecv(RecvWr[] wrs, int from, int to) {
        Objects.checkFromToIndex(from, to, wrs.length);
        int posted = 0;
        while (from + posted < to && postRecv(wrs[from + posted]) == PostStatus.OK) {
            posted++;
        }
        return posted;
    }

    @Override
    public void resize(int maxWr) {
        checkOpen();
        Invalid.unlessInRange("max_wr", maxWr, 1, DeviceLimits.MAX_QP_WR);
        boolean fits = loop.call(() -> pool.resize(maxWr));
        Invalid.unless(fits, "more than %d requests wait in the queue".formatted(maxWr));
    }

    @Override
    public void arm(int srqLimit) {
        checkOpen();
        Invalid.unlessInRange("srq_limit", srqLimit, 0, pool.capacity());
        loop.call(() -> {
            pool.arm(srqLimit);
            return null;
        });
    }

    @Override
    public SrqAttr query() {
        checkOpen();
        return loop.call(() -> new SrqAttr(pool.capacity(), pool.maxSge(), pool.limit()));
    }

    @Override
    String describe() {
        return "SharedReceiveQueue of " + pool.capacity();
    }

    @Override
    void release() {
        context.forgetEvents(this); // the queue pairs that took receives from it are closed
    }
}
