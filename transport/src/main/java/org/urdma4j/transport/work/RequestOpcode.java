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
                    first
                            ? (last ? Opcode.RC_SEND_ONLY : Opcode.RC_SEND_FIRST)
                            : last ? Opcode.RC_SEND_LAST : Opcode.RC_SEND_MIDDLE;
            case SEND_WITH_IMM ->
                    first
                            ? (last ? Opcode.RC_SEND_ONLY_WITH_IMMEDIATE : Opcode.RC_SEND_FIRST)
                            : last ? Opcode.RC_SEND_LAST_WITH_IMMEDIATE : Opcode.RC_SEND_MIDDLE;
            case SEND_WITH_INV ->
                    first
                            ? (last ? Opcode.RC_SEND_ONLY_WITH_INVALIDATE : Opcode.RC_SEND_FIRST)
                            : last ? Opcode.RC_SEND_LAST_WITH_INVALIDATE : Opcode.RC_SEND_MIDDLE;
            case RDMA_WRITE ->
                    first
                            ? (last ? Opcode.RC_RDMA_WRITE_ONLY : Opcode.RC_RDMA_WRITE_FIRST)
                            : last ? Opcode.RC_RDMA_WRITE_LAST : Opcode.RC_RDMA_WRITE_MIDDLE;
            case RDMA_WRITE_WITH_IMM ->
                    first
                            ? (last
                                    ? Opcode.RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE
                                    : Opcode.RC_RDMA_WRITE_FIRST)
                            : last
                                    ? Opcode.RC_RDMA_WRITE_LAST_WITH_IMMEDIATE
                                    : Opcode.RC_RDMA_WRITE_MIDDLE;
            case RDMA_READ -> Opcode.RC_RDMA_READ_REQUEST;
            case ATOMIC_CMP_AND_SWP -> Opcode.RC_COMPARE_SWAP;
            case ATOMIC_FETCH_AND_ADD -> Opcode.RC_FETCH_ADD;
            default -> throw new IllegalStateException(request + " reached the packet writer");
        };
    }
}
