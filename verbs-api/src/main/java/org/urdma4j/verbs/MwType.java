package org.urdma4j.verbs;

/** The type of a memory window, as {@code enum ibv_mw_type} numbers it (IBTA 10.6.7). */
public enum MwType {
    /** Bound by a call; any queue pair of the protection domain may use it. */
    TYPE_1(1),

    /** Bound by a send request; tied to one queue pair. */
    TYPE_2(2);

    private static final MwType[] VALUES = values();

    private final int value;

    MwType(int value) {
        this.value = value;
    }

    /** Returns the number that {@code ibv_mw_type} has for it. */
    public int value() {
        return value;
    }

    /**
     * Returns the constant of this number.
     *
     * @throws IllegalArgumentException if {@code value} is not one of {@code ibv_mw_type}
     */
    public static MwType fromValue(int value) {
        return EnumLookup.byValue(VALUES, MwType::value, value, "ibv_mw_type");
    }
}
