package org.urdma4j.verbs;

/** The logical state of a port, as {@code enum ibv_port_state} numbers it. */
public enum PortState {
    /** Reserved. */
    NOP(0),

    /** No link. */
    DOWN(1),

    /** The link is up, the subnet manager has not been there. */
    INIT(2),

    /** Configured, not yet active. */
    ARMED(3),

    /** Carries traffic. */
    ACTIVE(4),

    /** Active after a short loss of the link. */
    ACTIVE_DEFER(5);

    private static final PortState[] VALUES = values();

    private final int value;

    PortState(int value) {
        this.value = value;
    }

    /** Returns the number that {@code ibv_port_state} has for it. */
    public int value() {
        return value;
    }

    /**
     * Returns the constant of this number.
     *
     * @throws IllegalArgumentException if {@code value} is not one of {@code ibv_port_state}
     */
    public static PortState fromValue(int value) {
        return EnumLookup.byValue(VALUES, PortState::value, value, "ibv_port_state");
    }
}
