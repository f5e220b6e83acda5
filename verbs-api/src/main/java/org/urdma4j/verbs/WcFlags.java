package org.urdma4j.verbs;

/** What else a completion tells: the bits of {@code enum ibv_wc_flags} (ibv_poll_cq(3)). */
public final class WcFlags {
    /** The first 40 bytes of the buffer hold the network header. UD only. */
    public static final int GRH = 1;

    /** The immediate data is valid. */
    public static final int WITH_IMM = 1 << 1;

    /** The IP and UDP or TCP checksums were right. */
    public static final int IP_CSUM_OK = 1 << 2;

    /** The invalidated key is valid. */
    public static final int WITH_INV = 1 << 3;

    /** Tag matching is to be synchronized. */
    public static final int TM_SYNC_REQ = 1 << 4;

    /** The receive's tag matched. */
    public static final int TM_MATCH = 1 << 5;

    /** The data of the matched message is valid. */
    public static final int TM_DATA_VALID = 1 << 6;

    private WcFlags() {}

    /** Returns the names of the set bits, joined by {@code |}. */
    public static String toString(int wcFlags) {
        return BitNames.describe(
                wcFlags,
                "GRH",
                "WITH_IMM",
                "IP_CSUM_OK",
                "WITH_INV",
                "TM_SYNC_REQ",
                "TM_MATCH",
                "TM_DATA_VALID");
    }
}
