package org.urdma4j.verbs;

/** What a send request asks for, as {@code enum ibv_wr_opcode} numbers it (ibv_post_send(3)). */
public enum WrOpcode {
    /** Writes to the remote memory; the peer's program does not notice. RC, UC. */
    RDMA_WRITE(0),

    /** Writes to the remote memory and consumes a receive there. RC, UC. */
    RDMA_WRITE_WITH_IMM(1),

    /** Fills the peer's next receive. RC, UC, UD. */
    SEND(2),

    /** Like SEND, with four bytes of immediate data. RC, UC, UD. */
    SEND_WITH_IMM(3),

    /** Reads from the remote memory. RC. */
    RDMA_READ(4),

    /** Compares eight remote bytes and swaps them if equal. RC. */
    ATOMIC_CMP_AND_SWP(5),

    /** Adds to eight remote bytes. RC. */
    ATOMIC_FETCH_AND_ADD(6),

    /** Invalidates a key of our own. RC, UC. */
    LOCAL_INV(7),

    /** Binds a memory window. RC, UC. */
    BIND_MW(8),

    /** Like SEND, and invalidates a key of the peer. RC. */
    SEND_WITH_INV(9),

    /** A segmented send. UD, RAW_PACKET. */
    TSO(10),

    /** A request of the device's own. */
    DRIVER1(11),

    /** Flushes earlier remote writes. RC. */
    FLUSH(14),

    /** Writes eight remote bytes at once. RC. */
    ATOMIC_WRITE(15);

    private static final WrOpcode[] VALUES = values();

    private final int value;

    WrOpcode(int value) {
        this.value = value;
    }

    /** Returns the number that {@code ibv_wr_opcode} has for it. */
    public int value() {
        return value;
    }

    /**
     * Returns the constant of this number.
     *
     * @throws IllegalArgumentException if {@code value} is not one of {@code ibv_wr_opcode}
     */
    public static WrOpcode fromValue(int value) {
        return EnumLookup.byValue(VALUES, WrOpcode::value, value, "ibv_wr_opcode");
    }
}
