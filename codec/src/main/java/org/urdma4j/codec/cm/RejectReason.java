package org.urdma4j.codec.cm;

import java.util.Optional;

/** Why a connection was refused (IBTA volume 1, table 109). */
public enum RejectReason {
    NO_QP(1),
    NO_EEC(2),
    NO_RESOURCES(3),
    TIMEOUT(4),
    UNSUPPORTED_REQUEST(5),
    INVALID_COMM_ID(6),
    INVALID_COMM_INSTANCE(7),
    INVALID_SERVICE_ID(8),
    INVALID_TRANSPORT_TYPE(9),
    STALE_CONNECTION(10),
    RDC_NOT_EXIST(11),
    INVALID_GID(12),
    INVALID_LID(13),
    INVALID_SL(14),
    INVALID_TRAFFIC_CLASS(15),
    INVALID_HOP_LIMIT(16),
    INVALID_PACKET_RATE(17),
    INVALID_ALTERNATE_GID(18),
    INVALID_ALTERNATE_LID(19),
    INVALID_ALTERNATE_SL(20),
    INVALID_ALTERNATE_TRAFFIC_CLASS(21),
    INVALID_ALTERNATE_HOP_LIMIT(22),
    INVALID_ALTERNATE_PACKET_RATE(23),
    PORT_AND_CM_REDIRECT(24),
    PORT_REDIRECT(25),
    INVALID_MTU(26),
    INSUFFICIENT_RESPONDER_RESOURCES(27),
    CONSUMER_DEFINED(28),
    INVALID_RNR_RETRY(29),
    DUPLICATE_LOCAL_COMM_ID(30),
    INVALID_CLASS_VERSION(31),
    INVALID_FLOW_LABEL(32),
    INVALID_ALTERNATE_FLOW_LABEL(33);

    private static final RejectReason[] REASONS = values();

    private final int code;

    RejectReason(int code) {
        this.code = code;
    }

    /** Returns the number on the wire. */
    public int code() {
        return code;
    }

    /** Returns the reason of a code, empty for one that isn't of this list. */
    public static Optional<RejectReason> of(int code) {
        return code < 1 || code > REASONS.length
                ? Optional.empty()
                : Optional.of(REASONS[code - 1]);
    }
}
