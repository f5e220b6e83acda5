package org.urdma4j.transport.device;

import org.urdma4j.fec.FecMode;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.qp.Qp;
import org.urdma4j.transport.qp.QpStateTable;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.VerbsException;

/**
 * Checks what modify asks for against the state table and the ranges, all of it before any of it
 * takes effect, and remembers it for query. Called on the event loop.
 */
final class QpAttributes {
    private static final int PSN_MAX = 0xff_ffff;
    private static final int TIMER_MAX = 31;
    private static final int RETRY_MAX = 7;

    private static final int SUPPORTED =
            QpAttrMask.STATE
                    | QpAttrMask.CUR_STATE
                    | QpAttrMask.EN_SQD_ASYNC_NOTIFY
                    | QpAttrMask.ACCESS_FLAGS
                    | QpAttrMask.PKEY_INDEX
                    | QpAttrMask.PORT
                    | QpAttrMask.QKEY
                    | QpAttrMask.AV
                    | QpAttrMask.PATH_MTU
                    | QpAttrMask.TIMEOUT
                    | QpAttrMask.RETRY_CNT
                    | QpAttrMask.RNR_RETRY
                    | QpAttrMask.RQ_PSN
                    | QpAttrMask.MAX_QP_RD_ATOMIC
                    | QpAttrMask.MIN_RNR_TIMER
                    | QpAttrMask.SQ_PSN
                    | QpAttrMask.MAX_DEST_RD_ATOMIC
                    | QpAttrMask.DEST_QPN
                    | QpAttrMask.RATE_LIMIT
                    | QpAttrMask.URDMA_OFFER
                    | QpAttrMask.URDMA_PEER_OFFER
                    | QpAttrMask.URDMA_TUNING;

    private static final int REMOTE_ACCESS =
            AccessFlags.LOCAL_WRITE
                    | AccessFlags.REMOTE_WRITE
                    | AccessFlags.REMOTE_READ
                    | AccessFlags.REMOTE_ATOMIC;

    private final SoftContext context;
    private final NetworkPort loop;
    private final QpType type;
    private final QpAttr current;

    QpAttributes(SoftContext context, NetworkPort loop, QpType type, QpCap cap) {
        this.context = context;
        this.loop = loop;
        this.type = type;
        this.current = new QpAttr().cap(cap);
    }

    /** Applies {@code attr}, or throws EINVAL and changes nothing. */
    void modify(Qp qp, QpAttr attr, int mask) {
        QpState from = qp.state();
        QpState to = has(mask, QpAttrMask.STATE) ? attr.qpState() : from;
        Invalid.unless(to != null, "the mask names STATE, but no state is set");
        String objection = QpStateTable.objection(type, from, to, mask);
        Invalid.unless(objection == null, objection);
        Invalid.unless(
                (mask & ~SUPPORTED) == 0,
                "not supported: " + QpAttrMask.toString(mask & ~SUPPORTED));
        if (has(mask, QpAttrMask.CUR_STATE)) {
            Invalid.unless(
                    attr.curQpState() == from,
                    "the queue pair is in %s, not in %s".formatted(from, attr.curQpState()));
        }
        checkPath(attr, mask);
        checkNumbers(attr, mask);
        checkProfile(attr, mask);
        boolean way = has(mask, QpAttrMask.AV);
        Route route = way ? context.route(loop, attr.ahAttr(), qp.qpn()) : null;
        int pKey = has(mask, QpAttrMask.PKEY_INDEX) ? context.pKey(attr.pkeyIndex()) : 0;
        qp.modify(attr, mask, route, pKey);
        remember(attr, mask);
    }

    private static boolean has(int mask, int bit) {
        return (mask & bit) != 0;
    }

    private void checkPath(QpAttr attr, int mask) {
        if (has(mask, QpAttrMask.PORT)) {
            Invalid.unlessInRange("port_num", attr.portNum(), 1, 1);
        }
        if (has(mask, QpAttrMask.PKEY_INDEX)) {
            int last = DeviceLimits.PKEY_TABLE_LENGTH - 1;
            Invalid.unlessInRange("pkey_index", attr.pkeyIndex(), 0, last);
        }
        if (has(mask, QpAttrMask.ACCESS_FLAGS)) {
            Invalid.unless(
                    (attr.qpAccessFlags() & ~REMOTE_ACCESS) == 0,
                    "qp_access_flags takes remote rights only, not "
                            + AccessFlags.toString(attr.qpAccessFlags()));
        }
        if (has(mask, QpAttrMask.PATH_MTU)) {
            Invalid.unless(attr.pathMtu() != null, "the mask names PATH_MTU, but none is set");
            int most = loop.activeMtu().bytes();
            Invalid.unless(
                    attr.pathMtu().bytes() <= most,
                    "path_mtu is %d, the port takes %d at most"
                            .formatted(attr.pathMtu().bytes(), most));
        }
    }

    private static void checkProfile(QpAttr attr, int mask) {
        if (has(mask, QpAttrMask.URDMA_TUNING)) {
            Invalid.unless(attr.urdmaTuning() != null, "the mask names URDMA_TUNING, none is set");
            try {
                FecMode.parse(attr.urdmaTuning().fec());
            } catch (IllegalArgumentException e) {
                throw new VerbsException(Errno.EINVAL, e.getMessage());
            }
        }
        if (has(mask, QpAttrMask.URDMA_OFFER) || has(mask, QpAttrMask.URDMA_PEER_OFFER)) {
            Invalid.unless(
                    attr.urdmaOffer() != null || !has(mask, QpAttrMask.URDMA_OFFER),
                    "the mask names URDMA_OFFER, none is set");
            Invalid.unless(
                    attr.urdmaPeerOffer() != null || !has(mask, QpAttrMask.URDMA_PEER_OFFER),
                    "the mask names URDMA_PEER_OFFER, none is set");
        }
    }

    private static void checkNumbers(QpAttr attr, int mask) {
        check(mask, QpAttrMask.DEST_QPN, "dest_qp_num", attr.destQpNum(), PSN_MAX);
        check(mask, QpAttrMask.RQ_PSN, "rq_psn", attr.rqPsn(), PSN_MAX);
        check(mask, QpAttrMask.SQ_PSN, "sq_psn", attr.sqPsn(), PSN_MAX);
        check(mask, QpAttrMask.TIMEOUT, "timeout", attr.timeout(), TIMER_MAX);
        check(mask, QpAttrMask.RETRY_CNT, "retry_cnt", attr.retryCnt(), RETRY_MAX);
        check(mask, QpAttrMask.RNR_RETRY, "rnr_retry", attr.rnrRetry(), RETRY_MAX);
        check(mask, QpAttrMask.MIN_RNR_TIMER, "min_rnr_timer", attr.minRnrTimer(), TIMER_MAX);
        int reads = DeviceLimits.MAX_RD_ATOMIC;
        check(mask, QpAttrMask.MAX_QP_RD_ATOMIC, "max_rd_atomic", attr.maxRdAtomic(), reads);
        check(
                mask,
                QpAttrMask.MAX_DEST_RD_ATOMIC,
                "max_dest_rd_atomic",
                attr.maxDestRdAtomic(),
                reads);
        check(mask, QpAttrMask.RATE_LIMIT, "rate_limit", attr.rateLimit(), Long.MAX_VALUE / 1000);
    }

    private static void check(int mask, int bit, String name, long value, long max) {
        if (has(mask, bit)) {
            Invalid.unlessInRange(name, value, 0, max);
        }
    }

    private void remember(QpAttr attr, int mask) {
        current.copyFrom(attr, mask);
    }

    QpAttr query(Qp qp) {
        return new QpAttr()
                .copyFrom(current, ~0)
                .qpState(qp.state())
                .curQpState(qp.state())
                .sqDraining(qp.draining());
    }
}
