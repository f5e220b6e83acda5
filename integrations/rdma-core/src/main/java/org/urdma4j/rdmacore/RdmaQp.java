package org.urdma4j.rdmacore;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

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

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

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
    private final SendQueue sends;
    private final ReceiveQueue receives;

    /**
     * What the last move was to: a device may have gone on to SQE or ERR, where posting is legal.
     */
    private volatile QpState moved = QpState.RESET;

    private RdmaQp(RdmaPd pd, long pointer, QpInitAttr initAttr, RdmaCq sendCq, RdmaCq recvCq) {
        super(pd.lock, "queue pair", pointer, pd, sendCq, recvCq);
        this.pd = pd;
        this.initAttr = initAttr;
        qpNum = Libibverbs.at(pointer, Structs.QP).get(JAVA_INT, Structs.QP.at("qp_num"));
        postSend = pd.context().op("post_send");
        postRecv = pd.context().op("post_recv");
        sends = new SendQueue(initAttr.qpType(), pd, initAttr.cap());
        receives = new ReceiveQueue(initAttr.cap().maxRecvSge());
    }

    /** Creates one; under the lock, and all that it uses is open. */
    static RdmaQp create(RdmaPd pd, QpInitAttr wanted, RdmaCq sendCq, RdmaCq recvCq) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment init = arena.allocate(INIT.size(), Long.BYTES);
            init.set(JAVA_LONG, INIT.at("send_cq"), sendCq.pointer);
            init.set(JAVA_LONG, INIT.at("recv_cq"), recvCq.pointer);
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
            return new RdmaQp(pd, qp, wanted.toBuilder().cap(given).build(), sendCq, recvCq);
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
            synchronized (lock) {
                checkOpen();
                pd.context()
                        .library()
                        .modifyQp(
                                pointer,
                                to,
                                attrMask,
                                "can't change %s of a queue pair"
                                        .formatted(QpAttrMask.toString(attrMask)));
                if ((attrMask & QpAttrMask.STATE) != 0) {
                    moved = attr.qpState();
                }
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
            return receives() ? receives.post(postRecv, pointer, wr) : PostStatus.INVALID_STATE;
        }
    }

    @Override
    public int postRecv(RecvWr[] wrs, int from, int to) {
        Objects.checkFromToIndex(from, to, wrs.length);
        synchronized (receives) {
            return receives() ? receives.post(postRecv, pointer, wrs, from, to) : 0;
        }
    }

    /** Those who post have seen it open, or see that it is closed. */
    @Override
    void destroy() {
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
