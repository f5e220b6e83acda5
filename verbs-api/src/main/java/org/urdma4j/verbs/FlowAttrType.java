package org.urdma4j.verbs;

/** What a flow takes, as {@code enum ibv_flow_attr_type} numbers it (ibv_create_flow(3)). */
public enum FlowAttrType {
    /** Frames that match all of its {@link FlowAttr#specs()}. */
    NORMAL(0),

    /** Frames that are steered to no queue pair, by no other flow. */
    ALL_DEFAULT(1),

    /** The same, but for frames to multicast addresses alone; it goes before ALL_DEFAULT. */
    MC_DEFAULT(2),

    /** A copy of every frame of the port, in and out, whoever else is given it. */
    SNIFFER(3);

    private static final FlowAttrType[] VALUES = values();

    private final int value;

    FlowAttrType(int value) {
        this.value = value;
    }

    /** Returns the number that {@code ibv_flow_attr_type} has for it. */
    public int value() {
        return value;
    }

    /**
     * Returns the constant of this number.
     *
     * @throws IllegalArgumentException if {@code value} is not one of {@code ibv_flow_attr_type}
     */
    public static FlowAttrType fromValue(int value) {
        return EnumLookup.byValue(VALUES, FlowAttrType::value, value, "ibv_flow_attr_type");
    }
}
