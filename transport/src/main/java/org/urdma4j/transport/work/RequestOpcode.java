package org.urdma4j.transport.work;

import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.verbs.WrOpcode;

/** Which RC opcode the packets of a send request have. */
public final class RequestOpcode {
    private RequestOpcode() {}

    /**
     * Returns the opcode of a packet of {@code request}.
     *
     * @param first whether it is the first of its message
     * @param last whether it is the last; both: the only one
     */
    public static int of(WrOpcode request, boolean first, boolean last) {
        return switch (request) {
            case SEND ->
                    pick(
                            first,
                            last,
                            Opcode.RC_SEND_FIRST,
                            Opcode.RC_SEND_MIDDLE,
                            Opcode.RC_SEND_LAST,
                            Opcode.RC_SEND_ONLY);
            case SEND_WITH_IMM ->
                    pick(
                            first,
                            last,
                            Opcode.RC_SEND_FIRST,
                            Opcode.RC_SEND_MIDDLE,
                            Opcode.RC_SEND_LAST_WITH_IMMEDIATE,
                            Opcode.RC_SEND_ONLY_WITH_IMMEDIATE);
            case SEND_WITH_INV ->
                    pick(
                            first,
                            last,
                            Opcode.RC_SEND_FIRST,
                            Opcode.RC_SEND_MIDDLE,
                            Opcode.RC_SEND_LAST_WITH_INVALIDATE,
                            Opcode.RC_SEND_ONLY_WITH_INVALIDATE);
            case RDMA_WRITE ->
                    pick(
                            first,
                            last,
                            Opcode.RC_RDMA_WRITE_FIRST,
                            Opcode.RC_RDMA_WRITE_MIDDLE,
                            Opcode.RC_RDMA_WRITE_LAST,
                            Opcode.RC_RDMA_WRITE_ONLY);
            case RDMA_WRITE_WITH_IMM ->
                    pick(
                            first,
                            last,
                            Opcode.RC_RDMA_WRITE_FIRST,
                            Opcode.RC_RDMA_WRITE_MIDDLE,
                            Opcode.RC_RDMA_WRITE_LAST_WITH_IMMEDIATE,
                            Opcode.RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE);
            case RDMA_READ -> Opcode.RC_RDMA_READ_REQUEST;
            case ATOMIC_CMP_AND_SWP -> Opcode.RC_COMPARE_SWAP;
            case ATOMIC_FETCH_AND_ADD -> Opcode.RC_FETCH_ADD;
            default -> throw new IllegalStateException(request + " reached the packet writer");
        };
    }

    private static int pick(boolean first, boolean last, int f, int m, int l, int only) {
        if (first) {
            return last ? only : f;
        }
        return last ? l : m;
    }
}
