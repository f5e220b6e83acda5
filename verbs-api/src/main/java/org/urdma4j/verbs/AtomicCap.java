package org.urdma4j.verbs;

/** How far the atomicity of remote atomics reaches, as {@code enum ibv_atomic_cap} numbers it. */
public enum AtomicCap {
    /** No atomics. */
    NONE(0),

    /** Atomic among all queue pairs of this device. */
    HCA(1),

    /** Atomic towards the processor and other devices as well. */
    GLOB(2);

    private static final AtomicCap[] VALUES = values();

    private final int value;

    AtomicCap(int value) {
        this.value = value;
    }

    /** Returns the number that {@code ibv_atomic_cap} has for it. */
    public int value() {
        return value;
    }

    /**
     * Returns the constant of this number.
     *
     * @throws IllegalArgumentException if {@code value} is not one of {@code ibv_atomic_cap}
     */
    public static AtomicCap fromValue(int value) {
        return EnumLookup.byValue(VALUES, AtomicCap::value, value, "ibv_atomic_cap");
    }
}
