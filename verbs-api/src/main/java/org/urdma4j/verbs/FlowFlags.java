package org.urdma4j.verbs;

/** How a flow treats frames: the bits of {@code enum ibv_flow_flags} (ibv_create_flow(3)). */
public final class FlowFlags {
    /** Frames that the device itself sends match, too; of older headers. */
    public static final int ALLOW_LOOP_BACK = 1;

    /** Frames that match go on to flows of lower priority as well. NORMAL flows only. */
    public static final int DONT_TRAP = 1 << 1;

    /** The flow is about frames that are sent, and what is done to them. */
    public static final int EGRESS = 1 << 2;

    private FlowFlags() {}

    /** Returns the names of the set bits, joined by {@code |}. */
    public static String toString(int flags) {
        return BitNames.describe(flags, "ALLOW_LOOP_BACK", "DONT_TRAP", "EGRESS");
    }
}
