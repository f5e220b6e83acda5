package org.urdma4j.verbs;

/**
 * What kind of work completed, as {@code enum ibv_wc_opcode} numbers it. It is valid only in a
 * completion whose status is {@link WcStatus#SUCCESS}. There is no request for some kinds of work;
 * they are here for providers that have extensions of their own.
 */
public enum WcOpcode {
    /** A SEND of any sort. */
    SEND(0),

    /** An RDMA WRITE, with or without immediate data. */
    RDMA_WRITE(1),

    /** An RDMA READ; the data is in place. */
    RDMA_READ(2),

    /** An atomic compare and swap; the original value is in place. */
    COMP_SWAP(3),

    /** An atomic fetch and add; the original value is in place. */
    FETCH_ADD(4),

    /** A memory window was bound. */
    BIND_MW(5),

    /** A key of our own was invalidated. */
    LOCAL_INV(6),

    /** A segmented send of a UD or raw packet queue pair. */
    TSO(7),

    /** A remote flush: earlier writes have reached their placement. */
    FLUSH(8),

    /** An atomic write of eight bytes. */
    ATOMIC_WRITE(9),

    /** A receive that a SEND consumed. */
    RECV(128),

    /** A receive that an RDMA WRITE with immediate data consumed. */
    RECV_RDMA_WITH_IMM(129),

    /** A receive with a tag was added. */
    TM_ADD(130),

    /** A receive with a tag was removed. */
    TM_DEL(131),

    /** Tag matching was synchronized. */
    TM_SYNC(132),

    /** A receive with a tag matched. */
    TM_RECV(133),

    /** A message without a tag arrived. */
    TM_NO_TAG(134),

    /** Work of the provider's own. */
    DRIVER1(135),

    /** Work of the provider's own. */
    DRIVER2(136),

    /** Work of the provider's own. */
    DRIVER3(137);

    private static final WcOpcode[] VALUES = values();

    private final int value;

    WcOpcode(int value) {
        this.value = value;
    }

    /** Returns the number that {@code ibv_wc_opcode} has for it. */
    public int value() {
        return value;
    }

    /**
     * Returns the constant of this number.
     *
     * @throws IllegalArgumentException if {@code value} is not one of {@code ibv_wc_opcode}
     */
    public static WcOpcode fromValue(int value) {
        return EnumLookup.byValue(VALUES, WcOpcode::value, value, "ibv_wc_opcode");
    }

    /** Returns whether a receive request completed: bit 7 of the number. */
    public boolean isReceive() {
        return (value & RECV.value) != 0;
    }
}
