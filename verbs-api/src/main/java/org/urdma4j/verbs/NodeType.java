package org.urdma4j.verbs;

/** What a device is on its network, as {@code enum ibv_node_type} numbers it. */
public enum NodeType {
    /** Could not be found out. */
    UNKNOWN(-1),

    /** A channel adapter; every RoCE device says this. */
    CA(1),

    /** A switch. */
    SWITCH(2),

    /** A router. */
    ROUTER(3),

    /** An iWARP network card. */
    RNIC(4),

    /** A usNIC card. */
    USNIC(5),

    /** A usNIC card over UDP. */
    USNIC_UDP(6),

    /** Of none of these sorts. */
    UNSPECIFIED(7);

    private static final NodeType[] VALUES = values();

    private final int value;

    NodeType(int value) {
        this.value = value;
    }

    /** Returns the number that {@code ibv_node_type} has for it. */
    public int value() {
        return value;
    }

    /**
     * Returns the constant of this number.
     *
     * @throws IllegalArgumentException if {@code value} is not one of {@code ibv_node_type}
     */
    public static NodeType fromValue(int value) {
        return EnumLookup.byValue(VALUES, NodeType::value, value, "ibv_node_type");
    }
}
