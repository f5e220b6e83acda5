package org.urdma4j.transport.device;

import org.urdma4j.transport.qp.CompletionSink;
import org.urdma4j.transport.queue.CompletionRing;
import org.urdma4j.transport.queue.CompletionRings;
import org.urdma4j.transport.queue.Slots;
import org.urdma4j.verbs.AsyncEvent;
import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;

import java.util.concurrent.atomic.AtomicInteger;

/** A completion queue: the ring, and the flag that asks for an event at the next completion. */
final class SoftCompletionQueue extends Resource implements CompletionQueue, CompletionSink {
    private static final int IDLE = 0;
    private static final int SOLICITED = 1;
    private static final int ANY = 2;

    private final SoftContext context;
    private final SoftCompletionChannel channel;
    private final Object cqContext;
    private final CompletionRings rings;

    /** What the cursor stands on. */
    private final WorkCompletion cursor = new WorkCompletion();

    private final AtomicInteger armed = new AtomicInteger(IDLE);
    private boolean overrun;

    SoftCompletionQueue(
            SoftContext context, SoftCompletionChannel channel, int capacity, Object cqContext) {
        super(channel == null ? new Resource[] {context} : new Resource[] {context, channel});
        this.context = context;
        this.channel = channel;
        this.cqContext = cqContext;
        this.rings = new CompletionRings(capacity);
    }

    @Override
    public SoftContext context() {
        return context;
    }

    @Override
    public Object cqContext() {
        return cqContext;
    }

    @Override
    public CompletionChannel channel() {
        return channel;
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
        if (overrun
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
            onOverrun();
            return false;
        }
        int wanted = armed.get();
        boolean due = wanted == ANY || (wanted == SOLICITED && solicited);
        if (due && armed.compareAndSet(wanted, IDLE)) {
            channel.signal(this);
        }
        return true;
    }

    /** A completion was lost: the queue is unusable from now on, as on a NIC. */
    private void onOverrun() {
        if (!overrun) {
            overrun = true;
            context.raise(new AsyncEvent(EventType.CQ_ERR, this));
        }
    }

    @Override
    public int poll(WorkCompletion[] out) {
        checkOpen();
        int n = 0;
        while (n < out.length && rings.take(out[n])) {
            n++;
        }
        return n;
    }

    @Override
    public void reqNotify(boolean solicitedOnly) {
        checkOpen();
        Invalid.unless(channel != null, describe() + " was created without a completion channel");
        armed.updateAndGet(now -> solicitedOnly && now != ANY ? SOLICITED : ANY);
    }

    @Override
    public int cqe() {
        return rings.capacity();
    }

    @Override
    public void resize(int cqe) {
        checkOpen();
        Invalid.unlessInRange("cqe", cqe, 1, DeviceLimits.MAX_CQE);
        boolean fits = context.onLoop(() -> rings.resize(cqe));
        Invalid.unless(fits, "more than %d completions wait in the queue".formatted(cqe));
    }

    @Override
    public boolean startPoll() {
        return nextPoll();
    }

    @Override
    public boolean nextPoll() {
        checkOpen();
        return rings.take(cursor);
    }

    @Override
    public void endPoll() {
        cursor.reset();
    }

    @Override
    public long wrId() {
        return cursor.wrId();
    }

    @Override
    public WcStatus status() {
        return cursor.status();
    }

    @Override
    public WcOpcode readOpcode() {
        return cursor.opcode();
    }

    @Override
    public int readVendorErr() {
        return cursor.vendorErr();
    }

    @Override
    public long readByteLen() {
        return cursor.byteLen();
    }

    @Override
    public int readImmData() {
        return cursor.immData();
    }

    @Override
    public int readInvalidatedRkey() {
        return cursor.invalidatedRkey();
    }

    @Override
    public int readQpNum() {
        return cursor.qpNum();
    }

    @Override
    public int readSrcQp() {
        return cursor.srcQp();
    }

    @Override
    public int readWcFlags() {
        return cursor.wcFlags();
    }

    @Override
    public int readSlid() {
        return cursor.slid();
    }

    @Override
    public int readSl() {
        return cursor.sl();
    }

    @Override
    public int readPkeyIndex() {
        return cursor.pkeyIndex();
    }

    @Override
    String describe() {
        return "CompletionQueue of " + rings.capacity();
    }

    @Override
    void release() {
        if (channel != null) {
            channel.forget(this);
        }
    }
}
