package org.urdma4j.verbs;

import java.util.Objects;

/**
 * The attributes of a queue pair that can change: {@code struct ibv_qp_attr} (ibv_modify_qp(3),
 * ibv_query_qp(3)). Each setter checks its range and notes its bit in {@link #mask()}, so that
 * {@link QueuePair#modify(QpAttr)} need not be told which fields are meant.
 *
 * <p>Mutable; not thread-safe. {@link QueuePair#modify} copies what it needs.
 */
public final class QpAttr {
    private QpState qpState;
    private QpState curQpState;
    private Mtu pathMtu;
    private PathMigState pathMigState;
    private int qkey;
    private int rqPsn;
    private int sqPsn;
    private int destQpNum;
    private int qpAccessFlags;
    private QpCap cap;
    private AhAttr ahAttr;
    private AlternatePath altPath;
    private int pkeyIndex;
    private boolean enSqdAsyncNotify;
    private boolean sqDraining;
    private int maxRdAtomic;
    private int maxDestRdAtomic;
    private int minRnrTimer;
    private int portNum;
    private int timeout;
    private int retryCnt;
    private int rnrRetry;
    private long rateLimit;
    private UrdmaOffer urdmaOffer;
    private UrdmaOffer urdmaPeerOffer;
    private UrdmaTuning urdmaTuning;
    private int mask;

    /** Returns which fields were set: bits of {@link QpAttrMask}. */
    public int mask() {
        return mask;
    }

    /** Returns the state to move to; when queried, the state it is in. */
    public QpState qpState() {
        return qpState;
    }

    /** Sets qpState. */
    public QpAttr qpState(QpState qpState) {
        this.qpState = Objects.requireNonNull(qpState, "qpState");
        return set(QpAttrMask.STATE);
    }

    /** Returns the state that the program takes the queue pair to be in; RTR, RTS, SQD or SQE. */
    public QpState curQpState() {
        return curQpState;
    }

    /** Sets curQpState. */
    public QpAttr curQpState(QpState curQpState) {
        this.curQpState = Objects.requireNonNull(curQpState, "curQpState");
        return set(QpAttrMask.CUR_STATE);
    }

    /** Returns the payload of a full packet; both ends must agree. */
    public Mtu pathMtu() {
        return pathMtu;
    }

    /** Sets pathMtu. */
    public QpAttr pathMtu(Mtu pathMtu) {
        this.pathMtu = Objects.requireNonNull(pathMtu, "pathMtu");
        return set(QpAttrMask.PATH_MTU);
    }

    /** Returns where path migration stands. */
    public PathMigState pathMigState() {
        return pathMigState;
    }

    /** Sets pathMigState. */
    public QpAttr pathMigState(PathMigState pathMigState) {
        this.pathMigState = Objects.requireNonNull(pathMigState, "pathMigState");
        return set(QpAttrMask.PATH_MIG_STATE);
    }

    /** Returns the Q_Key of a UD queue pair, 32 bits. */
    public int qkey() {
        return qkey;
    }

    /** Sets qkey. */
    public QpAttr qkey(int qkey) {
        this.qkey = qkey;
        return set(QpAttrMask.QKEY);
    }

    /** Returns the sequence number of the first packet that comes in, 24 bits. */
    public int rqPsn() {
        return rqPsn;
    }

    /** Sets rqPsn. */
    public QpAttr rqPsn(int rqPsn) {
        this.rqPsn = Checks.range("rqPsn", rqPsn, 0, 0xff_ffff);
        return set(QpAttrMask.RQ_PSN);
    }

    /**
     * Returns the sequence number of the first packet that goes out, 24 bits; choose it at random.
     */
    public int sqPsn() {
        return sqPsn;
    }

    /** Sets sqPsn. */
    public QpAttr sqPsn(int sqPsn) {
        this.sqPsn = Checks.range("sqPsn", sqPsn, 0, 0xff_ffff);
        return set(QpAttrMask.SQ_PSN);
    }

    /** Returns the number of the peer's queue pair, 24 bits. */
    public int destQpNum() {
        return destQpNum;
    }

    /** Sets destQpNum. */
    public QpAttr destQpNum(int destQpNum) {
        this.destQpNum = Checks.range("destQpNum", destQpNum, 0, 0xff_ffff);
        return set(QpAttrMask.DEST_QPN);
    }

    /**
     * Returns what the peer may do: REMOTE_WRITE, REMOTE_READ and REMOTE_ATOMIC of {@link
     * AccessFlags}.
     */
    public int qpAccessFlags() {
        return qpAccessFlags;
    }

    /** Sets qpAccessFlags. */
    public QpAttr qpAccessFlags(int qpAccessFlags) {
        this.qpAccessFlags = qpAccessFlags;
        return set(QpAttrMask.ACCESS_FLAGS);
    }

    /** Returns how much the queue pair holds. */
    public QpCap cap() {
        return cap;
    }

    /** Sets cap. */
    public QpAttr cap(QpCap cap) {
        this.cap = Objects.requireNonNull(cap, "cap");
        return set(QpAttrMask.CAP);
    }

    /** Returns where the peer is. */
    public AhAttr ahAttr() {
        return ahAttr;
    }

    /** Sets ahAttr. */
    public QpAttr ahAttr(AhAttr ahAttr) {
        this.ahAttr = Objects.requireNonNull(ahAttr, "ahAttr");
        return set(QpAttrMask.AV);
    }

    /** Returns the path to migrate to. */
    public AlternatePath altPath() {
        return altPath;
    }

    /** Sets altPath. */
    public QpAttr altPath(AlternatePath altPath) {
        this.altPath = Objects.requireNonNull(altPath, "altPath");
        return set(QpAttrMask.ALT_PATH);
    }

    /** Returns the index of the P_Key in the table of the port. */
    public int pkeyIndex() {
        return pkeyIndex;
    }

    /** Sets pkeyIndex. */
    public QpAttr pkeyIndex(int pkeyIndex) {
        this.pkeyIndex = Checks.range("pkeyIndex", pkeyIndex, 0, 0xffff);
        return set(QpAttrMask.PKEY_INDEX);
    }

    /** Returns whether {@link EventType#SQ_DRAINED} is wanted. */
    public boolean enSqdAsyncNotify() {
        return enSqdAsyncNotify;
    }

    /** Sets enSqdAsyncNotify. */
    public QpAttr enSqdAsyncNotify(boolean enSqdAsyncNotify) {
        this.enSqdAsyncNotify = enSqdAsyncNotify;
        return set(QpAttrMask.EN_SQD_ASYNC_NOTIFY);
    }

    /** Returns whether the send queue is still draining; only queried, with the state. */
    public boolean sqDraining() {
        return sqDraining;
    }

    /** Sets sqDraining. */
    public QpAttr sqDraining(boolean sqDraining) {
        this.sqDraining = sqDraining;
        return this;
    }

    /**
     * Returns how many READs and atomics we may have outstanding, 0 to 255; not more than the
     * peer's maxDestRdAtomic.
     */
    public int maxRdAtomic() {
        return maxRdAtomic;
    }

    /** Sets maxRdAtomic. */
    public QpAttr maxRdAtomic(int maxRdAtomic) {
        this.maxRdAtomic = Checks.range("maxRdAtomic", maxRdAtomic, 0, 0xff);
        return set(QpAttrMask.MAX_QP_RD_ATOMIC);
    }

    /** Returns how many READs and atomics the peer may have outstanding here, 0 to 255. */
    public int maxDestRdAtomic() {
        return maxDestRdAtomic;
    }

    /** Sets maxDestRdAtomic. */
    public QpAttr maxDestRdAtomic(int maxDestRdAtomic) {
        this.maxDestRdAtomic = Checks.range("maxDestRdAtomic", maxDestRdAtomic, 0, 0xff);
        return set(QpAttrMask.MAX_DEST_RD_ATOMIC);
    }

    /**
     * Returns how long the peer waits when we have no receive posted: a code of IBTA table 45, 1
     * (0.01 ms) to 31 (491.52 ms); 0 is the longest, 655.36 ms.
     */
    public int minRnrTimer() {
        return minRnrTimer;
    }

    /** Sets minRnrTimer. */
    public QpAttr minRnrTimer(int minRnrTimer) {
        this.minRnrTimer = Checks.range("minRnrTimer", minRnrTimer, 0, 31);
        return set(QpAttrMask.MIN_RNR_TIMER);
    }

    /** Returns our port, from 1. */
    public int portNum() {
        return portNum;
    }

    /** Sets portNum. */
    public QpAttr portNum(int portNum) {
        this.portNum = Checks.range("portNum", portNum, 1, 0xff);
        return set(QpAttrMask.PORT);
    }

    /**
     * Returns how long to wait for an acknowledgement: 4.096 us x 2^timeout; 0 means for ever, 14
     * is 67 ms.
     */
    public int timeout() {
        return timeout;
    }

    /** Sets timeout. */
    public QpAttr timeout(int timeout) {
        this.timeout = Checks.range("timeout", timeout, 0, 31);
        return set(QpAttrMask.TIMEOUT);
    }

    /** Returns how often to send again without an answer before RETRY_EXC_ERR, 0 to 7. */
    public int retryCnt() {
        return retryCnt;
    }

    /** Sets retryCnt. */
    public QpAttr retryCnt(int retryCnt) {
        this.retryCnt = Checks.range("retryCnt", retryCnt, 0, 7);
        return set(QpAttrMask.RETRY_CNT);
    }

    /**
     * Returns how often to send again when the peer has no receive posted before RNR_RETRY_EXC_ERR,
     * 0 to 6; 7 means without limit.
     */
    public int rnrRetry() {
        return rnrRetry;
    }

    /** Sets rnrRetry. */
    public QpAttr rnrRetry(int rnrRetry) {
        this.rnrRetry = Checks.range("rnrRetry", rnrRetry, 0, 7);
        return set(QpAttrMask.RNR_RETRY);
    }

    /**
     * Returns the cap of the sending rate in kilobit (1000 bits) per second, 0 to 2^32 - 1; 0 means
     * none.
     */
    public long rateLimit() {
        return rateLimit;
    }

    /** Sets rateLimit. */
    public QpAttr rateLimit(long rateLimit) {
        this.rateLimit = Checks.range("rateLimit", rateLimit, 0, 0xffff_ffffL);
        return set(QpAttrMask.RATE_LIMIT);
    }

    /** Returns what this end offers for the URDMA profile; null for standard RoCE. */
    public UrdmaOffer urdmaOffer() {
        return urdmaOffer;
    }

    /** Sets urdmaOffer. */
    public QpAttr urdmaOffer(UrdmaOffer urdmaOffer) {
        this.urdmaOffer = Objects.requireNonNull(urdmaOffer, "urdmaOffer");
        return set(QpAttrMask.URDMA_OFFER);
    }

    /** Returns what the peer offers for the URDMA profile; null for standard RoCE. */
    public UrdmaOffer urdmaPeerOffer() {
        return urdmaPeerOffer;
    }

    /** Sets urdmaPeerOffer. */
    public QpAttr urdmaPeerOffer(UrdmaOffer urdmaPeerOffer) {
        this.urdmaPeerOffer = Objects.requireNonNull(urdmaPeerOffer, "urdmaPeerOffer");
        return set(QpAttrMask.URDMA_PEER_OFFER);
    }

    /** Returns how this end sends under the URDMA profile; null for the default. */
    public UrdmaTuning urdmaTuning() {
        return urdmaTuning;
    }

    /** Sets urdmaTuning. */
    public QpAttr urdmaTuning(UrdmaTuning urdmaTuning) {
        this.urdmaTuning = Objects.requireNonNull(urdmaTuning, "urdmaTuning");
        return set(QpAttrMask.URDMA_TUNING);
    }

    /** Copies the fields that {@code attrMask} names, set or not, and notes their bits. */
    public QpAttr copyFrom(QpAttr from, int attrMask) {
        if ((attrMask & QpAttrMask.STATE) != 0) {
            qpState = from.qpState;
            sqDraining = from.sqDraining;
        }
        if ((attrMask & QpAttrMask.CUR_STATE) != 0) {
            curQpState = from.curQpState;
        }
        if ((attrMask & QpAttrMask.PATH_MTU) != 0) {
            pathMtu = from.pathMtu;
        }
        if ((attrMask & QpAttrMask.PATH_MIG_STATE) != 0) {
            pathMigState = from.pathMigState;
        }
        if ((attrMask & QpAttrMask.QKEY) != 0) {
            qkey = from.qkey;
        }
        if ((attrMask & QpAttrMask.RQ_PSN) != 0) {
            rqPsn = from.rqPsn;
        }
        if ((attrMask & QpAttrMask.SQ_PSN) != 0) {
            sqPsn = from.sqPsn;
        }
        if ((attrMask & QpAttrMask.DEST_QPN) != 0) {
            destQpNum = from.destQpNum;
        }
        if ((attrMask & QpAttrMask.ACCESS_FLAGS) != 0) {
            qpAccessFlags = from.qpAccessFlags;
        }
        if ((attrMask & QpAttrMask.CAP) != 0) {
            cap = from.cap;
        }
        if ((attrMask & QpAttrMask.AV) != 0) {
            ahAttr = from.ahAttr;
        }
        if ((attrMask & QpAttrMask.ALT_PATH) != 0) {
            altPath = from.altPath;
        }
        if ((attrMask & QpAttrMask.PKEY_INDEX) != 0) {
            pkeyIndex = from.pkeyIndex;
        }
        if ((attrMask & QpAttrMask.EN_SQD_ASYNC_NOTIFY) != 0) {
            enSqdAsyncNotify = from.enSqdAsyncNotify;
        }
        if ((attrMask & QpAttrMask.MAX_QP_RD_ATOMIC) != 0) {
            maxRdAtomic = from.maxRdAtomic;
        }
        if ((attrMask & QpAttrMask.MAX_DEST_RD_ATOMIC) != 0) {
            maxDestRdAtomic = from.maxDestRdAtomic;
        }
        if ((attrMask & QpAttrMask.MIN_RNR_TIMER) != 0) {
            minRnrTimer = from.minRnrTimer;
        }
        if ((attrMask & QpAttrMask.PORT) != 0) {
            portNum = from.portNum;
        }
        if ((attrMask & QpAttrMask.TIMEOUT) != 0) {
            timeout = from.timeout;
        }
        if ((attrMask & QpAttrMask.RETRY_CNT) != 0) {
            retryCnt = from.retryCnt;
        }
        if ((attrMask & QpAttrMask.RNR_RETRY) != 0) {
            rnrRetry = from.rnrRetry;
        }
        if ((attrMask & QpAttrMask.RATE_LIMIT) != 0) {
            rateLimit = from.rateLimit;
        }
        copyUrdma(from, attrMask);
        return set(attrMask);
    }

    private void copyUrdma(QpAttr from, int attrMask) {
        if ((attrMask & QpAttrMask.URDMA_OFFER) != 0) {
            urdmaOffer = from.urdmaOffer;
        }
        if ((attrMask & QpAttrMask.URDMA_PEER_OFFER) != 0) {
            urdmaPeerOffer = from.urdmaPeerOffer;
        }
        if ((attrMask & QpAttrMask.URDMA_TUNING) != 0) {
            urdmaTuning = from.urdmaTuning;
        }
    }

    private QpAttr set(int bits) {
        mask |= bits;
        return this;
    }

    /** Prints the fields that were set. */
    @Override
    public String toString() {
        return QpAttrText.of(this);
    }
}
