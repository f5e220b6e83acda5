package org.urdma4j.verbs;

/** Which header a spec is about, as {@code enum ibv_flow_spec_type} numbers it. */
public enum FlowSpecType {
    /** Ethernet, with its VLAN tag. */
    ETH(0x20),

    /** The addresses of IPv4. */
    IPV4(0x30),

    /** IPv6. */
    IPV6(0x31),

    /** IPv4, its other fields too. */
    IPV4_EXT(0x32),

    /** The ports of TCP. */
    TCP(0x40),

    /** The ports of UDP. */
    UDP(0x41);

    private static final FlowSpecType[] VALUES = values();

    private final int value;

    FlowSpecType(int value) {
        this.value = value;
    }

    /** Returns the number that {@code ibv_flow_spec_type} has for it. */
    public int value() {
        return value;
    }

    /**
     * Returns the constant of this number.
     *
     * @throws IllegalArgumentException if {@code value} is not one of {@code ibv_flow_spec_type}
     */
    public static FlowSpecType fromValue(int value) {
        return EnumLookup.byValue(VALUES, FlowSpecType::value, value, "ibv_flow_spec_type");
    }
}
