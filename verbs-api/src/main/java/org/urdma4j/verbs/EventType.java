package org.urdma4j.verbs;

/**
 * What an asynchronous event reports, as {@code enum ibv_event_type} numbers it
 * (ibv_get_async_event(3)).
 */
public enum EventType {
    /** A completion queue overran or failed. Element: the {@link CompletionQueue}. */
    CQ_ERR(0),

    /** A queue pair went to ERR without a request to blame. Element: the {@link QueuePair}. */
    QP_FATAL(1),

    /** The peer sent an invalid request. Element: the {@link QueuePair}. */
    QP_REQ_ERR(2),

    /** The peer violated memory access rights. Element: the {@link QueuePair}. */
    QP_ACCESS_ERR(3),

    /** The first packet came while the queue pair was in RTR. Element: the {@link QueuePair}. */
    COMM_EST(4),

    /** The send queue of a queue pair in SQD is drained. Element: the {@link QueuePair}. */
    SQ_DRAINED(5),

    /** A connection moved to its alternate path. Element: the {@link QueuePair}. */
    PATH_MIG(6),

    /** A connection could not move to its alternate path. Element: the {@link QueuePair}. */
    PATH_MIG_ERR(7),

    /** The device failed; close its contexts. Element: the {@link Device}. */
    DEVICE_FATAL(8),

    /** A port became active. Element: the port number as {@link Integer}. */
    PORT_ACTIVE(9),

    /** A port went down. Element: the port number as {@link Integer}. */
    PORT_ERR(10),

    /** A LID changed. Element: the port number as {@link Integer}. */
    LID_CHANGE(11),

    /** The P_Key table changed. Element: the port number as {@link Integer}. */
    PKEY_CHANGE(12),

    /** The subnet manager changed. Element: the port number as {@link Integer}. */
    SM_CHANGE(13),

    /** A shared receive queue failed. Element: the {@link SharedReceiveQueue}. */
    SRQ_ERR(14),

    /** A shared receive queue fell below its limit. Element: the {@link SharedReceiveQueue}. */
    SRQ_LIMIT_REACHED(15),

    /**
     * A queue pair in ERR will take no more from its shared receive queue. Element: the {@link
     * QueuePair}.
     */
    QP_LAST_WQE_REACHED(16),

    /**
     * The subnet manager wants registrations repeated. Element: the port number as {@link Integer}.
     */
    CLIENT_REREGISTER(17),

    /** The GID table changed. Element: the port number as {@link Integer}. */
    GID_CHANGE(18),

    /** A work queue failed. Element: the work queue. */
    WQ_FATAL(19),

    /** The speed of a port changed. Element: the port number as {@link Integer}. */
    DEVICE_SPEED_CHANGE(20);

    private static final EventType[] VALUES = values();

    private final int value;

    EventType(int value) {
        this.value = value;
    }

    /** Returns the number that {@code ibv_event_type} has for it. */
    public int value() {
        return value;
    }

    /**
     * Returns the constant of this number.
     *
     * @throws IllegalArgumentException if {@code value} is not one of {@code ibv_event_type}
     */
    public static EventType fromValue(int value) {
        return EnumLookup.byValue(VALUES, EventType::value, value, "ibv_event_type");
    }
}
