package org.urdma4j.verbs;

/** What {@link MemoryRegion#rereg} changes: the bits of {@code enum ibv_rereg_mr_flags}. */
public final class ReregFlags {
    /** The memory. */
    public static final int CHANGE_TRANSLATION = 1;

    /** The protection domain. */
    public static final int CHANGE_PD = 1 << 1;

    /** The rights. */
    public static final int CHANGE_ACCESS = 1 << 2;

    private ReregFlags() {}

    /** Returns the names of the set bits, joined by {@code |}. */
    public static String toString(int reregFlags) {
        return BitNames.describe(reregFlags, "CHANGE_TRANSLATION", "CHANGE_PD", "CHANGE_ACCESS");
    }
}
