package org.urdma4j.simulation.scenario;

import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WrOpcode;

/** The operations of a reliable connection, as a requester posts them. */
enum Kind {
    SEND(WrOpcode.SEND, WcOpcode.SEND),
    SEND_IMM(WrOpcode.SEND_WITH_IMM, WcOpcode.SEND),
    SEND_INV(WrOpcode.SEND_WITH_INV, WcOpcode.SEND),
    WRITE(WrOpcode.RDMA_WRITE, WcOpcode.RDMA_WRITE),
    WRITE_IMM(WrOpcode.RDMA_WRITE_WITH_IMM, WcOpcode.RDMA_WRITE),
    READ(WrOpcode.RDMA_READ, WcOpcode.RDMA_READ),
    COMPARE_SWAP(WrOpcode.ATOMIC_CMP_AND_SWP, WcOpcode.COMP_SWAP),
    FETCH_ADD(WrOpcode.ATOMIC_FETCH_AND_ADD, WcOpcode.FETCH_ADD);

    final WrOpcode opcode;
    final WcOpcode completion;

    Kind(WrOpcode opcode, WcOpcode completion) {
        this.opcode = opcode;
        this.completion = completion;
    }

    boolean isSend() {
        return this == SEND || this == SEND_IMM || this == SEND_INV;
    }

    boolean consumesReceive() {
        return isSend() || this == WRITE_IMM;
    }

    boolean isAtomic() {
        return this == COMPARE_SWAP || this == FETCH_ADD;
    }

    /** Returns whether it completes by an answer of its own, which no later one stands for. */
    boolean isAnswered() {
        return this == READ || isAtomic();
    }
}
