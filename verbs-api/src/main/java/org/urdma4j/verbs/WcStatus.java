package org.urdma4j.verbs;

/**
 * How a work request ended, as {@code enum ibv_wc_status} numbers it (IBTA 11.6.2, ibv_poll_cq(3)).
 * Every status but {@link #SUCCESS} and {@link #WR_FLUSH_ERR} means that this request moved its
 * queue pair to ERR; the requests behind it then complete with WR_FLUSH_ERR.
 */
public enum WcStatus {
    /** Done. */
    SUCCESS(0, "success"),

    /** The data does not fit the local scatter/gather list, or exceeds what a message may hold. */
    LOC_LEN_ERR(1, "local length error: the data does not fit the posted buffers"),

    /** The request contradicts the queue pair. */
    LOC_QP_OP_ERR(2, "local queue pair operation error: the request does not suit the queue pair"),

    /** An error of the end-to-end context of the reliable datagram service. */
    LOC_EEC_OP_ERR(3, "local end-to-end context operation error"),

    /** A local buffer is not covered by its key. */
    LOC_PROT_ERR(4, "local protection error: a buffer is not covered by its lkey"),

    /** The queue pair was in ERR before the request was carried out. */
    WR_FLUSH_ERR(5, "flushed: the queue pair is in ERR; an earlier completion tells the cause"),

    /** A memory window could not be bound. */
    MW_BIND_ERR(6, "memory window bind error"),

    /** The peer answered with something that does not belong there. */
    BAD_RESP_ERR(7, "bad response: the peer answered with an unexpected packet"),

    /** A local buffer lacks the right to be written. */
    LOC_ACCESS_ERR(8, "local access error: a buffer lacks the right that the work needs"),

    /** The peer refused the request as malformed or too long for its receive. */
    REM_INV_REQ_ERR(9, "remote invalid request: the peer refused it or its receive is too small"),

    /** The peer refused the key, the range or the right. */
    REM_ACCESS_ERR(10, "remote access error: the rkey, range or right is not valid at the peer"),

    /** The peer could not finish the request. */
    REM_OP_ERR(11, "remote operation error: the peer could not finish the request"),

    /** The peer did not answer in {@code retry_cnt} attempts. */
    RETRY_EXC_ERR(12, "transport retries exceeded: the peer does not answer"),

    /** The peer had no receive posted in {@code rnr_retry} attempts. */
    RNR_RETRY_EXC_ERR(13, "receiver-not-ready retries exceeded: the peer posts no receives"),

    /** The reliable datagram domains of both ends differ. */
    LOC_RDD_VIOL_ERR(14, "local reliable datagram domain violation"),

    /** The peer refused a reliable datagram request. */
    REM_INV_RD_REQ_ERR(15, "remote invalid reliable datagram request"),

    /** The peer aborted the operation. */
    REM_ABORT_ERR(16, "aborted by the peer"),

    /** The number of an end-to-end context is not valid. */
    INV_EECN_ERR(17, "invalid end-to-end context number"),

    /** An end-to-end context is in the wrong state. */
    INV_EEC_STATE_ERR(18, "invalid end-to-end context state"),

    /** The device failed. */
    FATAL_ERR(19, "fatal error: the device failed"),

    /** No response came in time. */
    RESP_TIMEOUT_ERR(20, "response time-out"),

    /** Something else. */
    GENERAL_ERR(21, "general error"),

    /** Tag matching failed. */
    TM_ERR(22, "tag matching error"),

    /** A rendezvous of tag matching was left to software. */
    TM_RNDV_INCOMPLETE(23, "tag matching rendezvous left to software");

    private static final WcStatus[] VALUES = values();

    private final int value;
    private final String description;

    WcStatus(int value, String description) {
        this.value = value;
        this.description = description;
    }

    /** Returns the number that {@code ibv_wc_status} has for it. */
    public int value() {
        return value;
    }

    /** Returns what happened, in words; what {@code ibv_wc_status_str} is for. */
    public String description() {
        return description;
    }

    /**
     * Returns the constant of this number.
     *
     * @throws IllegalArgumentException if {@code value} is not one of {@code ibv_wc_status}
     */
    public static WcStatus fromValue(int value) {
        return EnumLookup.byValue(VALUES, WcStatus::value, value, "ibv_wc_status");
    }
}
