package org.urdma4j.rdmacore;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Writes send requests as C has them into memory that is used again and again. */
final class SendQueue extends RequestMemory<SendWr> {
    private static final ValueLayout.OfInt NETWORK_INT = JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);
    private static final Struct WR = Structs.SEND_WR;
    private static final long OPCODE = WR.at("opcode");
    private static final long SEND_FLAGS = WR.at("send_flags");
    private static final long IMM_DATA = WR.at("imm_data");
    private static final long INVALIDATE_RKEY = WR.at("invalidate_rkey");
    private static final long RDMA_REMOTE_ADDR = WR.at("wr.rdma.remote_addr");
    private static final long RDMA_RKEY = WR.at("wr.rdma.rkey");
    private static final long ATOMIC_REMOTE_ADDR = WR.at("wr.atomic.remote_addr");
    private static final long ATOMIC_COMPARE_ADD = WR.at("wr.atomic.compare_add");
    private static final long ATOMIC_SWAP = WR.at("wr.atomic.swap");
    private static final long ATOMIC_RKEY = WR.at("wr.atomic.rkey");
    private static final long UD_AH = WR.at("wr.ud.ah");
    private static final long UD_REMOTE_QPN = WR.at("wr.ud.remote_qpn");
    private static final long UD_REMOTE_QKEY = WR.at("wr.ud.remote_qkey");

    private final QpType type;
    private final RdmaPd pd;
    private final int maxInline;
    private final boolean sigAll;

    SendQueue(QpType type, RdmaPd pd, QpCap cap, boolean sigAll) {
        super(WR, cap.maxSendWr(), cap.maxSendSge(), cap.maxInlineData());
        this.sigAll = sigAll;
        this.type = type;
        this.pd = pd;
        maxInline = cap.maxInlineData();
    }

    @Override
    long id(SendWr from) {
        return from.wrId();
    }

    @Override
    boolean isSignaled(SendWr from) {
        return sigAll || (from.sendFlags() & SendFlags.SIGNALED) != 0;
    }

    @Override
    PostStatus write(SendWr from, int slot) {
        MemorySegment inline = from.inlineData();
        boolean isInline = (from.sendFlags() & SendFlags.INLINE) != 0;
        if (isInline != (inline != null)
                || from.numSge() > (isInline ? 0 : maxSge())
                || (isInline && (inline.byteSize() > maxInline || !carriesInline(from.opcode())))) {
            return PostStatus.INVALID_REQUEST;
        }
        long at = begin(slot, from.wrId(), isInline ? 1 : from.numSge());
        memory().set(JAVA_INT, at + OPCODE, from.opcode().value());
        memory().set(JAVA_INT, at + SEND_FLAGS, from.sendFlags());
        if (isInline) {
            writeInline(slot, inline);
        }
        for (int i = 0; i < from.numSge(); i++) {
            writeSge(slot, i, from.sgeAddr(i), from.sgeLength(i), from.sgeLkey(i));
        }
        return type == QpType.UD ? writeAddress(from, at) : writeOperands(from, at);
    }

    private static boolean carriesInline(WrOpcode opcode) {
        return switch (opcode) {
            case RDMA_WRITE, RDMA_WRITE_WITH_IMM, SEND, SEND_WITH_IMM, SEND_WITH_INV -> true;
            default -> false;
        };
    }

    private PostStatus writeOperands(SendWr from, long at) {
        if (type == QpType.UC && isAnswered(from.opcode())) {
            return PostStatus.INVALID_REQUEST;
        }
        switch (from.opcode()) {
            case RDMA_WRITE, RDMA_READ -> writeRemote(from, at);
            case RDMA_WRITE_WITH_IMM -> {
                writeRemote(from, at);
                memory().set(NETWORK_INT, at + IMM_DATA, from.immData());
            }
            case SEND -> {
                // has no more
            }
            case SEND_WITH_IMM -> memory().set(NETWORK_INT, at + IMM_DATA, from.immData());
            case SEND_WITH_INV, LOCAL_INV ->
                    memory().set(JAVA_INT, at + INVALIDATE_RKEY, from.invalidateRkey());
            case ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD -> {
                memory().set(JAVA_LONG, at + ATOMIC_REMOTE_ADDR, from.remoteAddr());
                memory().set(JAVA_LONG, at + ATOMIC_COMPARE_ADD, from.compareAdd());
                memory().set(JAVA_LONG, at + ATOMIC_SWAP, from.swap());
                memory().set(JAVA_INT, at + ATOMIC_RKEY, from.rkey());
            }
            default -> {
                return PostStatus.INVALID_REQUEST;
            }
        }
        return PostStatus.OK;
    }

    private static boolean isAnswered(WrOpcode opcode) {
        return switch (opcode) {
            case RDMA_READ, ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD -> true;
            default -> false;
        };
    }

    private void writeRemote(SendWr from, long at) {
        memory().set(JAVA_LONG, at + RDMA_REMOTE_ADDR, from.remoteAddr());
        memory().set(JAVA_INT, at + RDMA_RKEY, from.rkey());
    }

    /** The caller has the domain's lock of handles, so that an open one stays open. */
    private PostStatus writeAddress(SendWr from, long at) {
        WrOpcode opcode = from.opcode();
        if ((opcode != WrOpcode.SEND && opcode != WrOpcode.SEND_WITH_IMM)
                || !(from.ah() instanceof RdmaAh ah)
                || ah.protectionDomain() != pd
                || ah.isClosed()) {
            return PostStatus.INVALID_REQUEST;
        }
        if (opcode == WrOpcode.SEND_WITH_IMM) {
            memory().set(NETWORK_INT, at + IMM_DATA, from.immData());
        }
        memory().set(JAVA_LONG, at + UD_AH, ah.pointer);
        memory().set(JAVA_INT, at + UD_REMOTE_QPN, from.remoteQpn());
        memory().set(JAVA_INT, at + UD_REMOTE_QKEY, from.remoteQkey());
        return PostStatus.OK;
    }
}
