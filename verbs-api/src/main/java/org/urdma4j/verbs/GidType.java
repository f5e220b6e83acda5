package org.urdma4j.verbs;

/** Which packet format a GID table entry stands for, as {@code enum ibv_gid_type} numbers it. */
public enum GidType {
    /** InfiniBand. */
    IB(0),

    /** RoCEv1: a GRH behind Ethertype 0x8915. */
    ROCE_V1(1),

    /** RoCEv2: UDP port 4791 over IPv4 or IPv6. */
    ROCE_V2(2);

    private static final GidType[] VALUES = values();

    private final int value;

    GidType(int value) {
        this.value = value;
    }

    /** Returns the number that {@code ibv_gid_type} has for it. */
    public int value() {
        return value;
    }

    /**
     * Returns the constant of this number.
     *
     * @throws IllegalArgumentException if {@code value} is not one of {@code ibv_gid_type}
     */
    public static GidType fromValue(int value) {
        return EnumLookup.byValue(VALUES, GidType::value, value, "ibv_gid_type");
    }
}
