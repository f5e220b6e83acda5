package org.urdma4j.verbs;

/**
 * Which fields of a {@link QpAttr} are meant: the bits of {@code enum ibv_qp_attr_mask}
 * (ibv_modify_qp(3), which also tells which of them each move needs and allows).
 */
public final class QpAttrMask {
    /** {@link QpAttr#qpState()}. */
    public static final int STATE = 1;

    /** {@link QpAttr#curQpState()}. */
    public static final int CUR_STATE = 1 << 1;

    /** {@link QpAttr#enSqdAsyncNotify()}. */
    public static final int EN_SQD_ASYNC_NOTIFY = 1 << 2;

    /** {@link QpAttr#qpAccessFlags()}. */
    public static final int ACCESS_FLAGS = 1 << 3;

    /** {@link QpAttr#pkeyIndex()}. */
    public static final int PKEY_INDEX = 1 << 4;

    /** {@link QpAttr#portNum()}. */
    public static final int PORT = 1 << 5;

    /** {@link QpAttr#qkey()}. */
    public static final int QKEY = 1 << 6;

    /** {@link QpAttr#ahAttr()}. */
    public static final int AV = 1 << 7;

    /** {@link QpAttr#pathMtu()}. */
    public static final int PATH_MTU = 1 << 8;

    /** {@link QpAttr#timeout()}. */
    public static final int TIMEOUT = 1 << 9;

    /** {@link QpAttr#retryCnt()}. */
    public static final int RETRY_CNT = 1 << 10;

    /** {@link QpAttr#rnrRetry()}. */
    public static final int RNR_RETRY = 1 << 11;

    /** {@link QpAttr#rqPsn()}. */
    public static final int RQ_PSN = 1 << 12;

    /** {@link QpAttr#maxRdAtomic()}. */
    public static final int MAX_QP_RD_ATOMIC = 1 << 13;

    /** {@link QpAttr#altPath()}. */
    public static final int ALT_PATH = 1 << 14;

    /** {@link QpAttr#minRnrTimer()}. */
    public static final int MIN_RNR_TIMER = 1 << 15;

    /** {@link QpAttr#sqPsn()}. */
    public static final int SQ_PSN = 1 << 16;

    /** {@link QpAttr#maxDestRdAtomic()}. */
    public static final int MAX_DEST_RD_ATOMIC = 1 << 17;

    /** {@link QpAttr#pathMigState()}. */
    public static final int PATH_MIG_STATE = 1 << 18;

    /** {@link QpAttr#cap()}. */
    public static final int CAP = 1 << 19;

    /** {@link QpAttr#destQpNum()}. */
    public static final int DEST_QPN = 1 << 20;

    /** {@link QpAttr#rateLimit()}. */
    public static final int RATE_LIMIT = 1 << 25;

    /** {@link QpAttr#urdmaOffer()}; no bit of libibverbs. */
    public static final int URDMA_OFFER = 1 << 28;

    /** {@link QpAttr#urdmaPeerOffer()}; no bit of libibverbs. */
    public static final int URDMA_PEER_OFFER = 1 << 29;

    /** {@link QpAttr#urdmaTuning()}; no bit of libibverbs. */
    public static final int URDMA_TUNING = 1 << 30;

    private static final String[] NAMES = {
        "STATE",
        "CUR_STATE",
        "EN_SQD_ASYNC_NOTIFY",
        "ACCESS_FLAGS",
        "PKEY_INDEX",
        "PORT",
        "QKEY",
        "AV",
        "PATH_MTU",
        "TIMEOUT",
        "RETRY_CNT",
        "RNR_RETRY",
        "RQ_PSN",
        "MAX_QP_RD_ATOMIC",
        "ALT_PATH",
        "MIN_RNR_TIMER",
        "SQ_PSN",
        "MAX_DEST_RD_ATOMIC",
        "PATH_MIG_STATE",
        "CAP",
        "DEST_QPN",
        null,
        null,
        null,
        null,
        "RATE_LIMIT",
        null,
        null,
        "URDMA_OFFER",
        "URDMA_PEER_OFFER",
        "URDMA_TUNING"
    };

    private QpAttrMask() {}

    /** Returns the names of the set bits, joined by {@code |}. */
    public static String toString(int attrMask) {
        return BitNames.describe(attrMask, NAMES);
    }
}
