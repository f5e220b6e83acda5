package org.urdma4j.verbs;

/**
 * The transport service of a queue pair, as {@code enum ibv_qp_type} of libibverbs numbers it.
 * Which of them a provider can create is the provider's matter; it refuses the rest with {@link
 * Errno#EOPNOTSUPP}.
 */
public enum QpType {
    /** Reliable connected: delivered once, in order, acknowledged (IBTA 9.7). */
    RC(2),

    /** Unreliable connected: a message with a lost packet is dropped (IBTA 9.8.2). */
    UC(3),

    /** Unreliable datagram: one packet a message, to any peer (IBTA 9.8.3). */
    UD(4),

    /**
     * Whole Ethernet frames, without their check sequence: a SEND is one frame, headers included;
     * in come those that {@link QueuePair#createFlow} steers. It has no peer, and its moves take no
     * path.
     */
    RAW_PACKET(8),

    /** Initiator of the extended reliable connected service. */
    XRC_SEND(9),

    /** Target of the extended reliable connected service. */
    XRC_RECV(10),

    /** A service of the device's own. */
    DRIVER(0xff);

    private static final QpType[] VALUES = values();

    private final int value;

    QpType(int value) {
        this.value = value;
    }

    /** Returns the number that {@code ibv_qp_type} has for it. */
    public int value() {
        return value;
    }

    /**
     * Returns the constant of this number.
     *
     * @throws IllegalArgumentException if {@code value} is not one of {@code ibv_qp_type}
     */
    public static QpType fromValue(int value) {
        return EnumLookup.byValue(VALUES, QpType::value, value, "ibv_qp_type");
    }
}
