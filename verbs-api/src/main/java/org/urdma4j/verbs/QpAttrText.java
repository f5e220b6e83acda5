package org.urdma4j.verbs;

import java.util.StringJoiner;

/** Prints those attributes of a queue pair that were set. */
final class QpAttrText {
    private final StringJoiner text = new StringJoiner(", ", "QpAttr[", "]");
    private final int mask;

    private QpAttrText(int mask) {
        this.mask = mask;
    }

    static String of(QpAttr attr) {
        QpAttrText text = new QpAttrText(attr.mask());
        text.add(QpAttrMask.STATE, "qpState", attr.qpState());
        text.add(QpAttrMask.CUR_STATE, "curQpState", attr.curQpState());
        text.add(QpAttrMask.PATH_MTU, "pathMtu", attr.pathMtu());
        text.add(QpAttrMask.PATH_MIG_STATE, "pathMigState", attr.pathMigState());
        text.add(QpAttrMask.QKEY, "qkey", "0x%x".formatted(attr.qkey()));
        text.add(QpAttrMask.RQ_PSN, "rqPsn", "0x%x".formatted(attr.rqPsn()));
        text.add(QpAttrMask.SQ_PSN, "sqPsn", "0x%x".formatted(attr.sqPsn()));
        text.add(QpAttrMask.DEST_QPN, "destQpNum", "0x%x".formatted(attr.destQpNum()));
        text.add(
                QpAttrMask.ACCESS_FLAGS,
                "qpAccessFlags",
                AccessFlags.toString(attr.qpAccessFlags()));
        text.add(QpAttrMask.CAP, "cap", attr.cap());
        text.add(QpAttrMask.AV, "ahAttr", attr.ahAttr());
        text.add(QpAttrMask.ALT_PATH, "altPath", attr.altPath());
        text.add(QpAttrMask.PKEY_INDEX, "pkeyIndex", attr.pkeyIndex());
        text.add(QpAttrMask.EN_SQD_ASYNC_NOTIFY, "enSqdAsyncNotify", attr.enSqdAsyncNotify());
        text.add(QpAttrMask.MAX_QP_RD_ATOMIC, "maxRdAtomic", attr.maxRdAtomic());
        text.add(QpAttrMask.MAX_DEST_RD_ATOMIC, "maxDestRdAtomic", attr.maxDestRdAtomic());
        text.add(QpAttrMask.MIN_RNR_TIMER, "minRnrTimer", attr.minRnrTimer());
        text.add(QpAttrMask.PORT, "portNum", attr.portNum());
        text.add(QpAttrMask.TIMEOUT, "timeout", attr.timeout());
        text.add(QpAttrMask.RETRY_CNT, "retryCnt", attr.retryCnt());
        text.add(QpAttrMask.RNR_RETRY, "rnrRetry", attr.rnrRetry());
        text.add(QpAttrMask.RATE_LIMIT, "rateLimit", attr.rateLimit());
        text.add(QpAttrMask.URDMA_OFFER, "urdmaOffer", attr.urdmaOffer());
        text.add(QpAttrMask.URDMA_PEER_OFFER, "urdmaPeerOffer", attr.urdmaPeerOffer());
        text.add(QpAttrMask.URDMA_TUNING, "urdmaTuning", attr.urdmaTuning());
        return text.text.toString();
    }

    private void add(int bit, String name, Object value) {
        if ((mask & bit) != 0) {
            text.add(name + "=" + value);
        }
    }
}
