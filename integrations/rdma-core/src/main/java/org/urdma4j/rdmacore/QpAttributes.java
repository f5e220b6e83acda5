package org.urdma4j.rdmacore;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.AlternatePath;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.PathMigState;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpState;

import java.lang.foreign.MemorySegment;

/** Attributes of queue pairs between {@code struct ibv_qp_attr} and {@link QpAttr}. */
final class QpAttributes {
    /** The bits that {@code ibv_query_qp} takes. */
    static final int KNOWN = (QpAttrMask.DEST_QPN << 1) - 1;

    private static final Struct QP = Structs.QP_ATTR;
    private static final int U32_MAX_KBIT = -1;

    private QpAttributes() {}

    static void writeCap(QpCap cap, MemorySegment to, long at) {
        to.set(JAVA_INT, at, cap.maxSendWr());
        to.set(JAVA_INT, at + 4, cap.maxRecvWr());
        to.set(JAVA_INT, at + 8, cap.maxSendSge());
        to.set(JAVA_INT, at + 12, cap.maxRecvSge());
        to.set(JAVA_INT, at + 16, cap.maxInlineData());
    }

    static QpCap readCap(MemorySegment from, long at) {
        return new QpCap(
                from.get(JAVA_INT, at),
                from.get(JAVA_INT, at + 4),
                from.get(JAVA_INT, at + 8),
                from.get(JAVA_INT, at + 12),
                from.get(JAVA_INT, at + 16));
    }

    /** Writes the fields that a mask names, into memory that is zeros. */
    static void write(QpAttr from, int mask, MemorySegment to) {
        UrdmaRequests.check(from, mask);
        Writer w = new Writer(mask, to);
        w.u32(QpAttrMask.STATE, "qp_state", number(from.qpState()));
        w.u32(QpAttrMask.CUR_STATE, "cur_qp_state", number(from.curQpState()));
        w.u8(
                QpAttrMask.EN_SQD_ASYNC_NOTIFY,
                "en_sqd_async_notify",
                from.enSqdAsyncNotify() ? 1 : 0);
        w.u32(QpAttrMask.ACCESS_FLAGS, "qp_access_flags", from.qpAccessFlags());
        w.u16(QpAttrMask.PKEY_INDEX, "pkey_index", from.pkeyIndex());
        w.u8(QpAttrMask.PORT, "port_num", from.portNum());
        w.u32(QpAttrMask.QKEY, "qkey", from.qkey());
        w.ah(QpAttrMask.AV, "ah_attr", from.ahAttr());
        w.u32(QpAttrMask.PATH_MTU, "path_mtu", from.pathMtu() == null ? 0 : from.pathMtu().value());
        w.u8(QpAttrMask.TIMEOUT, "timeout", from.timeout());
        w.u8(QpAttrMask.RETRY_CNT, "retry_cnt", from.retryCnt());
        w.u8(QpAttrMask.RNR_RETRY, "rnr_retry", from.rnrRetry());
        w.u32(QpAttrMask.RQ_PSN, "rq_psn", from.rqPsn());
        w.u8(QpAttrMask.MAX_QP_RD_ATOMIC, "max_rd_atomic", from.maxRdAtomic());
        w.u8(QpAttrMask.MIN_RNR_TIMER, "min_rnr_timer", from.minRnrTimer());
        w.u32(QpAttrMask.SQ_PSN, "sq_psn", from.sqPsn());
        w.u8(QpAttrMask.MAX_DEST_RD_ATOMIC, "max_dest_rd_atomic", from.maxDestRdAtomic());
        w.u32(
                QpAttrMask.PATH_MIG_STATE,
                "path_mig_state",
                from.pathMigState() == null ? 0 : from.pathMigState().value());
        w.u32(QpAttrMask.DEST_QPN, "dest_qp_num", from.destQpNum());
        w.u32(QpAttrMask.RATE_LIMIT, "rate_limit", rate(from.rateLimit()));
        if ((mask & QpAttrMask.CAP) != 0) {
            writeCap(from.cap(), to, QP.at("cap"));
        }
        AlternatePath other = from.altPath();
        if ((mask & QpAttrMask.ALT_PATH) != 0 && other != null) {
            w.ah(QpAttrMask.ALT_PATH, "alt_ah_attr", other.ahAttr());
            w.u16(QpAttrMask.ALT_PATH, "alt_pkey_index", other.pkeyIndex());
            w.u8(QpAttrMask.ALT_PATH, "alt_port_num", other.portNum());
            w.u8(QpAttrMask.ALT_PATH, "alt_timeout", other.timeout());
        }
    }

    private static int number(QpState state) {
        return state == null ? 0 : state.value();
    }

    private static int rate(long kilobits) {
        return kilobits > Integer.toUnsignedLong(U32_MAX_KBIT) ? U32_MAX_KBIT : (int) kilobits;
    }

    /** Writes a field if the mask names it. */
    private record Writer(int mask, MemorySegment to) {
        void u8(int bit, String field, int value) {
            if ((mask & bit) != 0) {
                to.set(JAVA_BYTE, QP.at(field), (byte) value);
            }
        }

        void u16(int bit, String field, int value) {
            if ((mask & bit) != 0) {
                to.set(JAVA_SHORT, QP.at(field), (short) value);
            }
        }

        void u32(int bit, String field, int value) {
            if ((mask & bit) != 0) {
                to.set(JAVA_INT, QP.at(field), value);
            }
        }

        void ah(int bit, String field, AhAttr value) {
            if ((mask & bit) != 0 && value != null) {
                Attributes.write(value, to.asSlice(QP.at(field), Structs.AH_ATTR.size()));
            }
        }
    }

    /** Returns the fields that a mask names, less those that the device has left zeros. */
    static QpAttr read(MemorySegment from, int mask) {
        QpAttr all =
                new QpAttr()
                        .qpState(QpState.fromValue(u32(from, "qp_state")))
                        .curQpState(QpState.fromValue(u32(from, "cur_qp_state")))
                        .enSqdAsyncNotify(u8(from, "en_sqd_async_notify") != 0)
                        .qpAccessFlags(u32(from, "qp_access_flags"))
                        .pkeyIndex(u16(from, "pkey_index"))
                        .qkey(u32(from, "qkey"))
                        .timeout(u8(from, "timeout"))
                        .retryCnt(u8(from, "retry_cnt"))
                        .rnrRetry(u8(from, "rnr_retry"))
                        .rqPsn(u32(from, "rq_psn"))
                        .maxRdAtomic(u8(from, "max_rd_atomic"))
                        .minRnrTimer(u8(from, "min_rnr_timer"))
                        .sqPsn(u32(from, "sq_psn"))
                        .maxDestRdAtomic(u8(from, "max_dest_rd_atomic"))
                        .pathMigState(PathMigState.fromValue(u32(from, "path_mig_state")))
                        .cap(readCap(from, QP.at("cap")))
                        .destQpNum(u32(from, "dest_qp_num"))
                        .rateLimit(Integer.toUnsignedLong(u32(from, "rate_limit")));
        if (u8(from, "port_num") != 0) {
            all.portNum(u8(from, "port_num"));
        }
        if (u32(from, "path_mtu") != 0) {
            all.pathMtu(Mtu.fromValue(u32(from, "path_mtu")));
        }
        AhAttr ah = Attributes.ah(from.asSlice(QP.at("ah_attr"), Structs.AH_ATTR.size()));
        if (ah != null) {
            all.ahAttr(ah);
        }
        QpAttr wanted = new QpAttr().copyFrom(all, all.mask() & mask);
        if ((mask & QpAttrMask.STATE) != 0) {
            wanted.sqDraining(u8(from, "sq_draining") != 0);
        }
        return wanted;
    }

    private static int u8(MemorySegment from, String field) {
        return Byte.toUnsignedInt(from.get(JAVA_BYTE, QP.at(field)));
    }

    private static int u16(MemorySegment from, String field) {
        return Short.toUnsignedInt(from.get(JAVA_SHORT, QP.at(field)));
    }

    private static int u32(MemorySegment from, String field) {
        return from.get(JAVA_INT, QP.at(field));
    }
}
