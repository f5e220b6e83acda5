package org.urdma4j.transport.urdma.responder;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.Region;
import org.urdma4j.transport.memory.RegisteredMemory;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.ReceiveWqe;
import org.urdma4j.transport.work.ReceiveCompletions;
import org.urdma4j.transport.work.Verdict;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;

/** Does what is done in order: completes receives, reads memory, operates on it, refuses. */
public final class RequestExecutor {
    private static final long MAX_MESSAGE = 1L << 31;
    private static final int ATOMIC_LENGTH = Long.BYTES;
    private static final int MSN_MASK = 0xff_ffff;

    private final QpContext qp;
    private final Placement placement;
    private final ResponseSender answers;
    private final NakSender nakSender;
    private final ReceiveCompletions receives;
    private final Runnable toError;
    private int msn;

    /** Bytes of the WRITE of several packets that began last. */
    private long writeLength;

    RequestExecutor(
            QpContext qp,
            Placement placement,
            ResponseSender answers,
            NakSender nakSender,
            Runnable toError) {
        this.qp = qp;
        this.placement = placement;
        this.answers = answers;
        this.nakSender = nakSender;
        this.receives = new ReceiveCompletions(qp, toError);
        this.toError = toError;
    }

    void start() {
        msn = 0;
    }

    int msn() {
        return msn;
    }

    private void onMessage() {
        msn = (msn + 1) & MSN_MASK;
    }

    /** All packets of a WRITE that consumes no receive are there, or will be. */
    void onWriteComplete() {
        onMessage();
        qp.count(Counter.RDMA_WRITES);
    }

    /** Returns false when it must wait: for a receive, or for room among the answers. */
    boolean execute(Action action, long acknowledged) {
        Verdict verdict =
                switch (action.kind) {
                    case REFUSE -> action.verdict;
                    case BEGIN_WRITE -> {
                        writeLength = action.length;
                        yield Verdict.PASS;
                    }
                    case COMPLETE_SEND, COMPLETE_WRITE -> complete(action);
                    case READ -> answers.full() ? Verdict.NOT_READY : read(action);
                    case COMPARE_SWAP, FETCH_ADD ->
                            answers.full() ? Verdict.NOT_READY : atomic(action);
                };
        if (verdict == Verdict.NOT_READY) {
            if (action.kind == Action.Kind.COMPLETE_WRITE) {
                qp.count(Counter.SENT_RNR_ERR);
                nakSender.oweNotReady(placement.consumed(), action.psn, acknowledged);
            }
            return false;
        }
        if (verdict != Verdict.PASS) {
            failReceive(verdict);
            fail(verdict, action.psn, action.psn);
        }
        return true;
    }

    private Verdict complete(Action action) {
        ReceiveWqe receive = qp.receiveQueue.atOrWant(qp.receiveQueue.head());
        if (receive == null) {
            return Verdict.NOT_READY;
        }
        boolean invalidates = (action.flags & WcFlags.WITH_INV) != 0;
        if (invalidates && !qp.regions.invalidate(action.immediate, qp.domain, qp.qpn)) {
            return Verdict.ACCESS_ERROR;
        }
        boolean send = action.kind == Action.Kind.COMPLETE_SEND;
        onMessage();
        qp.count(send ? Counter.RDMA_RECVS : Counter.RDMA_WRITES);
        receives.complete(
                receive,
                send ? WcOpcode.RECV : WcOpcode.RECV_RDMA_WITH_IMM,
                action.whole ? action.length : writeLength,
                action.immediate,
                action.flags,
                action.solicited);
        return Verdict.PASS;
    }

    private Verdict read(Action action) {
        if ((qp.accessFlags & AccessFlags.REMOTE_READ) == 0 || action.length > MAX_MESSAGE) {
            return Verdict.INVALID_REQUEST;
        }
        Region region = null;
        if (action.length > 0) {
            region = remote(action, action.length, AccessFlags.REMOTE_READ);
            if (region == null) {
                return Verdict.ACCESS_ERROR;
            }
        }
        answers.take().setRead(action.number, action.psn, region, action.address, action.length);
        onMessage();
        qp.count(Counter.RDMA_READS);
        return Verdict.PASS;
    }

    private Region remote(Action action, long bytes, int rights) {
        return qp.regions.remote(action.key, qp.domain, qp.qpn, action.address, bytes, rights);
    }

    private Verdict atomic(Action action) {
        if ((qp.accessFlags & AccessFlags.REMOTE_ATOMIC) == 0
                || action.address % ATOMIC_LENGTH != 0) {
            return Verdict.INVALID_REQUEST;
        }
        Region region = remote(action, ATOMIC_LENGTH, AccessFlags.REMOTE_ATOMIC);
        if (region == null) {
            return Verdict.ACCESS_ERROR;
        }
        try {
            long before =
                    action.kind == Action.Kind.FETCH_ADD
                            ? RegisteredMemory.fetchAdd(region, action.address, action.swapAdd)
                            : RegisteredMemory.compareSwap(
                                    region, action.address, action.compare, action.swapAdd);
            answers.take().setAtomic(action.number, action.psn, before);
        } catch (IllegalStateException e) {
            return Verdict.OPERATIONAL_ERROR; // the memory is gone
        }
        onMessage();
        qp.count(Counter.RDMA_ATOMICS);
        return Verdict.PASS;
    }

    /** Completes the receive that a SEND was taking, if it is the receive that is at fault. */
    private void failReceive(Verdict verdict) {
        ReceiveWqe receive = qp.receiveQueue.held();
        if (verdict.receiveStatus != WcStatus.WR_FLUSH_ERR && receive != null && receive.taken()) {
            receives.fail(receive, verdict.receiveStatus);
        }
    }

    /**
     * Answers with a NAK that ends the connection.
     *
     * @param psn the packet that is to blame
     * @param acknowledged everything before this was done
     */
    public void fail(Verdict verdict, long psn, long acknowledged) {
        qp.count(Counter.FATAL_NAKS_SENT);
        nakSender.owe(verdict.syndrome, psn, acknowledged);
        qp.raise(verdict.event);
        toError.run();
    }
}
