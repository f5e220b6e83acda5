package org.urdma4j.verbs;

/**
 * Where automatic path migration stands, as {@code enum ibv_mig_state} numbers it. RoCE has no
 * automatic path migration; the value is kept so that attributes carry over.
 */
public enum PathMigState {
    /** The only path is the primary one. */
    MIGRATED(0),

    /** The alternate path is being loaded. */
    REARM(1),

    /** The alternate path stands by. */
    ARMED(2);

    private static final PathMigState[] VALUES = values();

    private final int value;

    PathMigState(int value) {
        this.value = value;
    }

    /** Returns the number that {@code ibv_mig_state} has for it. */
    public int value() {
        return value;
    }

    /**
     * Returns the constant of this number.
     *
     * @throws IllegalArgumentException if {@code value} is not one of {@code ibv_mig_state}
     */
    public static PathMigState fromValue(int value) {
        return EnumLookup.byValue(VALUES, PathMigState::value, value, "ibv_mig_state");
    }
}
