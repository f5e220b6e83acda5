package org.urdma4j.verbs;

/**
 * Who may do what to a memory region or through a queue pair: the bits of {@code enum
 * ibv_access_flags} (ibv_reg_mr(3), IBTA 10.6.3). Local read access is always given.
 */
public final class AccessFlags {
    /** The device may write, as receives, READs and atomics need at their local side. */
    public static final int LOCAL_WRITE = 1;

    /** The peer may write. Needs {@link #LOCAL_WRITE} on a memory region. */
    public static final int REMOTE_WRITE = 1 << 1;

    /** The peer may read. */
    public static final int REMOTE_READ = 1 << 2;

    /** The peer may do atomics. Needs {@link #LOCAL_WRITE} on a memory region. */
    public static final int REMOTE_ATOMIC = 1 << 3;

    /** Memory windows may be bound to the region. */
    public static final int MW_BIND = 1 << 4;

    /** Addresses of the region count from 0 instead of from its virtual address. */
    public static final int ZERO_BASED = 1 << 5;

    /** Pages are brought in when they are touched. */
    public static final int ON_DEMAND = 1 << 6;

    /** The region consists of huge pages. */
    public static final int HUGETLB = 1 << 7;

    /** The peer may flush to global visibility. */
    public static final int FLUSH_GLOBAL = 1 << 8;

    /** The peer may flush to persistence. */
    public static final int FLUSH_PERSISTENT = 1 << 9;

    /** Accesses may be reordered; a hint that a device may ignore. */
    public static final int RELAXED_ORDERING = 1 << 20;

    private static final String[] NAMES = new String[21];

    static {
        NAMES[0] = "LOCAL_WRITE";
        NAMES[1] = "REMOTE_WRITE";
        NAMES[2] = "REMOTE_READ";
        NAMES[3] = "REMOTE_ATOMIC";
        NAMES[4] = "MW_BIND";
        NAMES[5] = "ZERO_BASED";
        NAMES[6] = "ON_DEMAND";
        NAMES[7] = "HUGETLB";
        NAMES[8] = "FLUSH_GLOBAL";
        NAMES[9] = "FLUSH_PERSISTENT";
        NAMES[20] = "RELAXED_ORDERING";
    }

    private AccessFlags() {}

    /** Returns the names of the set bits, joined by {@code |}. */
    public static String toString(int accessFlags) {
        return BitNames.describe(accessFlags, NAMES);
    }
}
