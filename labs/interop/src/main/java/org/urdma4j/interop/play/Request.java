package org.urdma4j.interop.play;

import org.urdma4j.verbs.WrOpcode;

/**
 * A send request between two ends.
 *
 * @param at where the data is, or where that of a READ or atomic goes
 * @param remoteAt where the request reaches the peer's memory
 * @param imm immediate value, or the key to be invalidated
 * @param rkeyChange added to the peer's key, to get another one
 */
record Request(
        WrOpcode opcode,
        long id,
        long at,
        long size,
        long remoteAt,
        int imm,
        long compareAdd,
        long swap,
        int rkeyChange) {
    private static final int ATOMIC = 8;

    static Request send(long id, long at, long size) {
        return rdma(WrOpcode.SEND, id, at, size, 0);
    }

    static Request rdma(WrOpcode opcode, long id, long at, long size, long remoteAt) {
        return new Request(opcode, id, at, size, remoteAt, 0, 0, 0, 0);
    }

    static Request compareAndSwap(long id, long at, long remoteAt, long compare, long swap) {
        WrOpcode opcode = WrOpcode.ATOMIC_CMP_AND_SWP;
        return new Request(opcode, id, at, ATOMIC, remoteAt, 0, compare, swap, 0);
    }

    static Request fetchAndAdd(long id, long at, long remoteAt, long add) {
        WrOpcode opcode = WrOpcode.ATOMIC_FETCH_AND_ADD;
        return new Request(opcode, id, at, ATOMIC, remoteAt, 0, add, 0, 0);
    }

    Request withImm(WrOpcode withImm, int value) {
        return new Request(withImm, id, at, size, remoteAt, value, 0, 0, rkeyChange);
    }

    Request withKeyChange(int change) {
        return new Request(opcode, id, at, size, remoteAt, imm, compareAdd, swap, change);
    }
}
