package org.urdma4j.transport.device;

import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.qp.CompletionSink;
import org.urdma4j.verbs.AsyncEvent;
import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A completion queue: what its event loops put in, and the flag that asks for an event at the next
 * completion. Completions of one queue pair are in their order, those of several loops in any.
 */
final class SoftCompletionQueue extends Resource implements CompletionQueue {
    private static final int IDLE = 0;
    private static final int SOLICITED = 1;
    private static final int ANY = 2;

    private final SoftContext context;
    private final SoftCompletionChannel channel;
    private final Object cqContext;

    /** Made when a queue pair of the loop comes here. */
    private final AtomicReferenceArray<LoopCompletions> loops;

    private final WorkCompletion cursor = new WorkCompletion();

    private final WorkCompletion[] onlyCursor = {cursor};

    private final Runnable notice = this::giveNotice;
    private final AtomicInteger armed = new AtomicInteger(IDLE);
    private final AtomicBoolean overrun = new AtomicBoolean();
    private volatile int capacity;

    /** Whose turn it is; threads that overwrite each other's still leave nobody out for long. */
    private int turn;

    SoftCompletionQueue(
            SoftContext context, SoftCompletionChannel channel, int capacity, Object cqContext) {
        super(channel == null ? new Resource[] {context} : new Resource[] {context, channel});
        this.context = context;
        this.channel = channel;
        this.cqContext = cqContext;
        this.capacity = capacity;
        loops = new AtomicReferenceArray<>(context.loops().count());
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

    /** Returns where an event loop's completions go; on that loop. */
    CompletionSink sink(NetworkPort loop) {
        int index = context.loops().all().indexOf(loop);
        LoopCompletions made = loops.get(index);
        if (made == null) {
            made = new LoopCompletions(this, loop.shard(), capacity);
            loops.set(index, made);
        }
        return made;
    }

    /**
     * A completion was added, by any of the event loops. Returns whether that loop is to give the
     * {@link #notice}.
     */
    boolean takeNotice(boolean solicited) {
        int wanted = armed.get();
        boolean due = wanted == ANY || (wanted == SOLICITED && solicited);
        return due && armed.compareAndSet(wanted, IDLE);
    }

    /** Returns whether threads can wait for it. */
    boolean isAwaitable() {
        return channel != null;
    }

    /** Returns what tells the channel's threads that the queue is no longer empty. */
    Runnable notice() {
        return notice;
    }

    private void giveNotice() {
        channel.signal(this);
    }

    boolean overrun() {
        return overrun.get();
    }

    /** A completion was lost: the queue is unusable from now on, as on a NIC. */
    void onOverrun() {
        if (overrun.compareAndSet(false, true)) {
            context.raise(new AsyncEvent(EventType.CQ_ERR, this));
        }
    }

    @Override
    public int poll(WorkCompletion[] out) {
        checkOpen();
        int n = 0;
        int more = take(out, n);
        while (more > 0) {
            n += more;
            more = take(out, n);
        }
        return n;
    }

    /** Takes some of one loop, no more than its part of the room; returns how many. */
    private int take(WorkCompletion[] out, int from) {
        int count = loops.length();
        int first = turn;
        int to = Math.min(out.length, from + Math.max(1, out.length / count));
        int taken = 0;
        for (int i = 0; i < count && taken == 0; i++) {
            int at = (first + i) % count;
            LoopCompletions loop = loops.get(at);
            if (loop != null) {
                taken = loop.take(out, from, to);
                turn = (at + 1) % count;
            }
        }
        return taken;
    }

    @Override
    public void reqNotify(boolean solicitedOnly) {
        checkOpen();
        Invalid.unless(channel != null, describe() + " was created without a completion channel");
        armed.updateAndGet(now -> solicitedOnly && now != ANY ? SOLICITED : ANY);
    }

    @Override
    public int cqe() {
        return capacity;
    }

    @Override
    public synchronized void resize(int cqe) {
        checkOpen();
        Invalid.unlessInRange("cqe", cqe, 1, DeviceLimits.MAX_CQE);
        int before = capacity;
        capacity = cqe; // first: a ring that is made meanwhile has the new one
        int done = 0;
        while (done < loops.length() && resize(done, cqe)) {
            done++;
        }
        if (done < loops.length()) {
            capacity = before;
            while (--done >= 0) {
                resize(done, before);
            }
            throw new VerbsException(
                    Errno.EINVAL, "more than %d completions wait in the queue".formatted(cqe));
        }
    }

    private boolean resize(int loop, int cqe) {
        return context.loops()
                .all()
                .get(loop)
                .call(() -> {
                    LoopCompletions made = loops.get(loop);
                    return made == null || made.resize(cqe);
                });
    }

    @Override
    public boolean startPoll() {
        return nextPoll();
    }

    @Override
    public boolean nextPoll() {
        checkOpen();
        return take(onlyCursor, 0) == 1;
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
        return "CompletionQueue of " + capacity;
    }

    @Override
    void release() {
        if (channel != null) {
            channel.forget(this);
        }
        context.forgetEvents(this);
    }
}
