package org.urdma4j.rdmacore;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.urdma4j.verbs.Ece;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A queue pair. Those who post take turns at the memory that requests are written into, one for
 * sends and one for receives; nothing is allocated for a request.
 */
final class RdmaQp extends NativeObject implements QueuePair {
    private static final Struct INIT = Structs.QP_INIT_ATTR;

    private final RdmaPd pd;
    private final QpInitAttr initAttr;
    private final int qpNum;
    private final MemorySegment postSend;
    private final MemorySegment postRecv;
    private final RdmaCq sendCq;
    private final RdmaCq recvCq;
    private final SendQueue sends;
    private final ReceiveQueue receives;

    /**
     * What the last move was to: a device may have gone on to SQE or ERR, where posting is legal.
     */
    private volatile QpState moved = QpState.RESET;

    private RdmaQp(
            RdmaPd pd,
            long pointer,
            QpInitAttr initAttr,
            RdmaCq sendCq,
            RdmaCq recvCq,
            NativeObject... owners) {
        super(pd.lock, "queue pair", pointer, owners);
        this.pd = pd;
        this.initAttr = initAttr;
        qpNum = Libibverbs.at(pointer, Structs.QP).get(JAVA_INT, Structs.QP.at("qp_num"));
        postSend = pd.context().op("post_send");
        postRecv = pd.context().op("post_recv");
        this.sendCq = sendCq;
        this.recvCq = recvCq;
        sends = new SendQueue(initAttr.qpType(), pd, initAttr.cap(), initAttr.sqSigAll());
        receives = new ReceiveQueue(initAttr.cap());
        for (RdmaCq each : queues()) {
            each.add(this);
        }
    }

    /** Creates one; under the lock, and all that it uses is open. */
    static RdmaQp create(RdmaPd pd, QpInitAttr wanted, RdmaCq sendCq, RdmaCq recvCq, RdmaSrq srq) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment init = arena.allocate(INIT.size(), Long.BYTES);
            init.set(JAVA_LONG, INIT.at("send_cq"), sendCq.pointer);
            init.set(JAVA_LONG, INIT.at("recv_cq"), recvCq.pointer);
            init.set(JAVA_LONG, INIT.at("srq"), srq == null ? 0 : srq.pointer);
            init.set(JAVA_INT, INIT.at("qp_type"), wanted.qpType().value());
            init.set(JAVA_INT, INIT.at("sq_sig_all"), wanted.sqSigAll() ? 1 : 0);
            long cap = INIT.at("cap");
            QpAttributes.writeCap(wanted.cap(), init, cap);
            long qp =
                    Libibverbs.pointer(
                            "can't create a queue pair of %s, %s"
                                    .formatted(wanted.qpType(), wanted.cap()),
                            (state, _) ->
                                    (long)
                                            pd.context()
                                                    .library()
                                                    .createQp
                                                    .invokeExact(state, pd.pointer, init));
            QpCap given = QpAttributes.readCap(init, cap);
            QpCap kept =
                    new QpCap(
                            wanted.cap().maxSendWr(),
                            wanted.cap().maxRecvWr(),
                            given.maxSendSge(),
                            given.maxRecvSge(),
                            given.maxInlineData());
            QpInitAttr made = wanted.toBuilder().cap(kept).build();
            return srq == null
                    ? new RdmaQp(pd, qp, made, sendCq, recvCq, pd, sendCq, recvCq)
                    : new RdmaQp(pd, qp, made, sendCq, recvCq, pd, sendCq, recvCq, srq);
        }
    }

    private Set<RdmaCq> queues() {
        return sendCq == recvCq ? Set.of(sendCq) : Set.of(sendCq, recvCq);
    }

    /**
     * A completion of this one was polled: its request has left, and those before it. Outside of
     * datagrams a network header means nothing, though some devices tell of one.
     */
    void completed(WorkCompletion done, RdmaCq cq) {
        leave(done, cq);
        if (done.isSuccess() && qpType() != QpType.UD) {
            done.wcFlags(done.wcFlags() & ~WcFlags.GRH);
        }
    }

    /** Returns where its request was. */
    private Slots leave(WorkCompletion done, RdmaCq cq) {
        Slots slots = isReceive(done, cq) ? receives.slots() : sends.slots();
        if (done.isSuccess()) {
            slots.succeeded();
        } else {
            slots.failed(done.wrId());
        }
        return slots;
    }

    /** Of a failure C doesn't say which it was. */
    private boolean isReceive(WorkCompletion done, RdmaCq cq) {
        if (sendCq != recvCq) {
            return cq == recvCq;
        }
        return done.isSuccess()
                ? done.opcode().value() >= WcOpcode.RECV.value()
                : receives.slots().isOldest(done.wrId());
    }

    /** Requests that the device forgets leave their places, unless their completions wait. */
    private void forgetRequests() {
        Map<WorkCompletion, Slots> waiting = new LinkedHashMap<>();
        for (RdmaCq cq : queues()) {
            cq.setAside(this).forEach(done -> waiting.put(done, leave(done, cq)));
        }
        synchronized (sends) {
            synchronized (receives) {
                sends.slots().clear();
                receives.slots().clear();
                waiting.forEach((done, slots) -> slots.take(done.wrId(), true));
            }
        }
    }

    @Override
    public ProtectionDomain protectionDomain() {
        return pd;
    }

    @Override
    public int qpNum() {
        return qpNum;
    }

    @Override
    public QpType qpType() {
        return initAttr.qpType();
    }

    @Override
    public QpInitAttr initAttr() {
        return initAttr;
    }

    @Override
    public QpState state() {
        return query(QpAttrMask.STATE).qpState();
    }

    @Override
    public void modify(QpAttr attr, int attrMask) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment to = arena.allocate(Structs.QP_ATTR.size(), Long.BYTES);
            QpAttributes.write(attr, attrMask, to);
            modify(to, attrMask & ~UrdmaRequests.MASK, attr.qpState());
        }
    }

    /** The same with attributes as C has them; the state counts if the mask names it. */
    void modify(MemorySegment attr, int attrMask, QpState state) {
        synchronized (lock) {
            checkOpen();
            boolean resets = (attrMask & QpAttrMask.STATE) != 0 && state == QpState.RESET;
            if (resets) {
                forgetRequests();
            }
            pd.context()
                    .library()
                    .modifyQp(
                            pointer,
                            attr,
                            attrMask,
                            "can't change %s of a queue pair"
                                    .formatted(QpAttrMask.toString(attrMask)));
            if ((attrMask & QpAttrMask.STATE) != 0) {
                moved = state;
            }
        }
    }

    @Override
    public QpAttr query(int attrMask) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attr = arena.allocate(Structs.QP_ATTR.size(), Long.BYTES);
            MemorySegment init = arena.allocate(INIT.size(), Long.BYTES);
            synchronized (lock) {
                checkOpen();
                pd.context().library().queryQp(pointer, attr, attrMask & QpAttributes.KNOWN, init);
            }
            return QpAttributes.read(attr, attrMask);
        }
    }

    @Override
    public Ece queryEce() {
        checkOpen();
        return Ece.NONE;
    }

    @Override
    public Ece setEce(Ece ece) {
        checkOpen();
        return Ece.NONE;
    }

    @Override
    public int queryDataInOrder(WrOpcode op) {
        checkOpen();
        return 0;
    }

    private boolean sends() {
        checkOpen();
        return moved != QpState.RESET && moved != QpState.INIT && moved != QpState.RTR;
    }

    private boolean receives() {
        checkOpen();
        return moved != QpState.RESET;
    }

    @Override
    public PostStatus postSend(SendWr wr) {
        synchronized (sends) {
            if (!sends()) {
                return PostStatus.INVALID_STATE;
            }
            long stamp = lockHandles();
            try {
                return sends.post(postSend, pointer, wr);
            } finally {
                unlockHandles(stamp);
            }
        }
    }

    @Override
    public int postSend(SendWr[] wrs, int from, int to) {
        Objects.checkFromToIndex(from, to, wrs.length);
        synchronized (sends) {
            if (!sends()) {
                return 0;
            }
            long stamp = lockHandles();
            try {
                return sends.post(postSend, pointer, wrs, from, to);
            } finally {
                unlockHandles(stamp);
            }
        }
    }

    private long lockHandles() {
        return qpType() == QpType.UD ? pd.handles.readLock() : 0;
    }

    private void unlockHandles(long stamp) {
        if (stamp != 0) {
            pd.handles.unlockRead(stamp);
        }
    }

    @Override
    public PostStatus postRecv(RecvWr wr) {
        synchronized (receives) {
            if (!receives()) {
                return PostStatus.INVALID_STATE;
            }
            return initAttr.srq() == null
                    ? receives.post(postRecv, pointer, wr)
                    : PostStatus.INVALID_REQUEST;
        }
    }

    @Override
    public int postRecv(RecvWr[] wrs, int from, int to) {
        Objects.checkFromToIndex(from, to, wrs.length);
        synchronized (receives) {
            return receives() && initAttr.srq() == null
                    ? receives.post(postRecv, pointer, wrs, from, to)
                    : 0;
        }
    }

    /** Those who post have seen it open, or see that it is closed. */
    @Override
    void destroy() {
        for (RdmaCq each : queues()) {
            each.remove(this);
        }
        synchronized (sends) {
            synchronized (receives) {
                pd.context()
                        .remove(
                                this,
                                () ->
                                        Libibverbs.end(
                                                "can't destroy a queue pair",
                                                pd.context().library().destroyQp,
                                                pointer));
            }
        }
    }
}
