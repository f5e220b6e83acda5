package org.urdma4j.transport.work;

import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

/** Which send requests can't be begun, and those that send nothing. */
public final class Requests {
    private static final long MAX_MESSAGE = 1L << 31;
    private static final int ATOMIC_LENGTH = Long.BYTES;

    private Requests() {}

    /** Carries out a request that sends nothing, and returns how it ended. */
    public static WcStatus execute(QpContext qp, SendWqe wqe) {
        if (wqe.broken() || qp.type == QpType.UD) {
            return WcStatus.LOC_QP_OP_ERR;
        }
        if (wqe.opcode() == WrOpcode.LOCAL_INV) {
            boolean done = qp.regions.invalidate(wqe.invalidateRkey(), qp.domain, qp.qpn);
            return done ? WcStatus.SUCCESS : WcStatus.LOC_QP_OP_ERR;
        }
        boolean bound =
                qp.regions
                        .windows()
                        .bind(
                                wqe.windowKey(),
                                wqe.rkey(),
                                qp.domain,
                                qp.qpn,
                                wqe.bindLkey(),
                                wqe.bindAddress(),
                                wqe.bindLength(),
                                wqe.bindAccess());
        return bound ? WcStatus.SUCCESS : WcStatus.MW_BIND_ERR;
    }

    /** Finds the memory of a request, and returns why it can't be begun, SUCCESS if it can. */
    public static WcStatus problemOf(QpContext qp, SendWqe wqe) {
        if (wqe.broken()) {
            return WcStatus.LOC_PROT_ERR;
        }
        boolean answered = wqe.isAnswered();
        boolean carried = qp.type == QpType.RC || carriedBy(qp.type, wqe.opcode());
        if (!wqe.isKnown() || !carried || (answered && qp.maxReadAtomic == 0)) {
            return WcStatus.LOC_QP_OP_ERR;
        }
        long length = wqe.length();
        if (length > MAX_MESSAGE || (answered && wqe.isAtomic() && length != ATOMIC_LENGTH)) {
            return WcStatus.LOC_LEN_ERR;
        }
        int rights = answered ? AccessFlags.LOCAL_WRITE : 0;
        return wqe.sges().resolve(qp.regions, qp.domain, rights)
                ? WcStatus.SUCCESS
                : WcStatus.LOC_PROT_ERR;
    }

    /** Returns whether a service has the operation (IBTA 1.4 §9.4). */
    public static boolean carriedBy(QpType type, WrOpcode opcode) {
        return switch (opcode) {
            case SEND -> true;
            case SEND_WITH_IMM -> type != QpType.RAW_PACKET;
            case RDMA_WRITE, RDMA_WRITE_WITH_IMM, LOCAL_INV, BIND_MW ->
                    type == QpType.RC || type == QpType.UC;
            default -> type == QpType.RC;
        };
    }

    /** Returns what a completion calls the request. */
    public static WcOpcode completionOpcode(WrOpcode opcode) {
        return switch (opcode) {
            case RDMA_WRITE, RDMA_WRITE_WITH_IMM -> WcOpcode.RDMA_WRITE;
            case RDMA_READ -> WcOpcode.RDMA_READ;
            case ATOMIC_CMP_AND_SWP -> WcOpcode.COMP_SWAP;
            case ATOMIC_FETCH_AND_ADD -> WcOpcode.FETCH_ADD;
            case LOCAL_INV -> WcOpcode.LOCAL_INV;
            case BIND_MW -> WcOpcode.BIND_MW;
            default -> WcOpcode.SEND;
        };
    }
}
