package org.urdma4j.rdmacore;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SharedReceiveQueue;
import org.urdma4j.verbs.SrqAttr;
import org.urdma4j.verbs.SrqInitAttr;
import org.urdma4j.verbs.VerbsException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/** A shared receive queue. Those who post take turns at the memory of requests. */
final class RdmaSrq extends NativeObject implements SharedReceiveQueue {
    private static final Struct INIT = Structs.SRQ_INIT_ATTR;
    private static final Struct ATTR = Structs.SRQ_ATTR;
    private static final int MAX_WR = 1;
    private static final int LIMIT = 1 << 1;

    private final RdmaPd pd;
    private final SrqInitAttr initAttr;
    private final MemorySegment postSrqRecv;
    private final ReceiveQueue receives;

    /** As was asked for: a device may have more. */
    private int maxWr;

    private RdmaSrq(RdmaPd pd, long pointer, SrqInitAttr initAttr) {
        super(pd.lock, "shared receive queue", pointer, pd);
        this.pd = pd;
        this.initAttr = initAttr;
        maxWr = initAttr.maxWr();
        postSrqRecv = pd.context().op("post_srq_recv");
        receives = new ReceiveQueue(new QpCap(0, ReceiveQueue.SLOTS, 0, initAttr.maxSge(), 0));
    }

    /** Creates one; under the lock, and the domain is open. */
    static RdmaSrq create(RdmaPd pd, SrqInitAttr wanted) {
        if (wanted.maxWr() == 0) {
            throw new VerbsException(Errno.EINVAL, "a shared receive queue of no requests");
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment init = arena.allocate(INIT.size(), Long.BYTES);
            init.set(JAVA_INT, INIT.at("attr.max_wr"), wanted.maxWr());
            init.set(JAVA_INT, INIT.at("attr.max_sge"), wanted.maxSge());
            long srq =
                    pd.context()
                            .library()
                            .createSrq(
                                    pd.pointer,
                                    init,
                                    "can't create a shared receive queue of %d requests"
                                            .formatted(wanted.maxWr()));
            return new RdmaSrq(pd, srq, wanted);
        }
    }

    @Override
    public ProtectionDomain protectionDomain() {
        return pd;
    }

    @Override
    public Object srqContext() {
        return initAttr.srqContext();
    }

    @Override
    public PostStatus postRecv(RecvWr wr) {
        synchronized (receives) {
            checkOpen();
            PostStatus status = receives.post(postSrqRecv, pointer, wr);
            receives.slots().clear(); // the device counts those that wait
            return status;
        }
    }

    @Override
    public int postRecv(RecvWr[] wrs, int from, int to) {
        Objects.checkFromToIndex(from, to, wrs.length);
        int at = from;
        while (at < to && postRecv(wrs[at]) == PostStatus.OK) {
            at++;
        }
        return at - from;
    }

    private void modify(int mask, String field, int value, String what) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attr = arena.allocate(ATTR.size(), Long.BYTES);
            attr.set(JAVA_INT, ATTR.at(field), value);
            pd.context().library().modifySrq(pointer, attr, mask, what);
        }
    }

    @Override
    public void resize(int requests) {
        synchronized (lock) {
            checkOpen();
            if (requests < 1) {
                throw new VerbsException(Errno.EINVAL, "a shared receive queue of no requests");
            }
            synchronized (receives) {
                modify(
                        MAX_WR,
                        "max_wr",
                        requests,
                        "can't resize a shared receive queue to %d requests".formatted(requests));
            }
            maxWr = requests;
        }
    }

    @Override
    public void arm(int srqLimit) {
        synchronized (lock) {
            checkOpen();
            if (srqLimit < 0 || srqLimit > maxWr) {
                throw new VerbsException(
                        Errno.EINVAL, "a limit is 0 to %d, not %d".formatted(maxWr, srqLimit));
            }
            modify(LIMIT, "srq_limit", srqLimit, "can't arm a shared receive queue");
        }
    }

    @Override
    public SrqAttr query() {
        synchronized (lock) {
            checkOpen();
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment attr = arena.allocate(ATTR.size(), Long.BYTES);
                pd.context().library().querySrq(pointer, attr);
                return new SrqAttr(
                        maxWr, initAttr.maxSge(), attr.get(JAVA_INT, ATTR.at("srq_limit")));
            }
        }
    }

    /** Those who post have seen it open, or see that it is closed. */
    @Override
    void destroy() {
        synchronized (receives) {
            pd.context()
                    .remove(
                            this,
                            () ->
                                    Libibverbs.end(
                                            "can't destroy a shared receive queue",
                                            pd.context().library().destroySrq,
                                            pointer));
        }
    }
}
