package org.urdma4j.verbs;

/**
 * The state of a queue pair, as {@code enum ibv_qp_state} numbers it (IBTA 10.3.1,
 * ibv_modify_qp(3)).
 */
public enum QpState {
    /** Created; takes no work. */
    RESET(0),

    /** Takes receives, processes nothing. */
    INIT(1),

    /** Ready to receive: inbound packets are processed; sends are refused. */
    RTR(2),

    /** Ready to send: fully operational. */
    RTS(3),

    /** The send queue drains: what was begun finishes, the rest waits. */
    SQD(4),

    /** A send of a UC or UD queue pair failed; receiving goes on. */
    SQE(5),

    /** All outstanding and new work completes with {@link WcStatus#WR_FLUSH_ERR}. */
    ERR(6),

    /** The state could not be found out. */
    UNKNOWN(7);

    private static final QpState[] VALUES = values();

    private final int value;

    QpState(int value) {
        this.value = value;
    }

    /** Returns the number that {@code ibv_qp_state} has for it. */
    public int value() {
        return value;
    }

    /**
     * Returns the constant of this number.
     *
     * @throws IllegalArgumentException if {@code value} is not one of {@code ibv_qp_state}
     */
    public static QpState fromValue(int value) {
        return EnumLookup.byValue(VALUES, QpState::value, value, "ibv_qp_state");
    }
}
