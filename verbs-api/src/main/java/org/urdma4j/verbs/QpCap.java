package org.urdma4j.verbs;

/**
 * How much a queue pair holds: {@code struct ibv_qp_cap} (ibv_create_qp(3)). A provider may give
 * more than was asked for, never less; {@link QueuePair#initAttr()} tells what it gave.
 *
 * @param maxSendWr send requests outstanding, unsignaled ones included until a later one completes
 * @param maxRecvWr receive requests outstanding
 * @param maxSendSge scatter/gather entries of a send request
 * @param maxRecvSge scatter entries of a receive request
 * @param maxInlineData bytes of inline data of a send request
 */
public record QpCap(
        int maxSendWr, int maxRecvWr, int maxSendSge, int maxRecvSge, int maxInlineData) {
    /** Checks that nothing is negative. */
    public QpCap {
        Checks.range("maxSendWr", maxSendWr, 0, Integer.MAX_VALUE);
        Checks.range("maxRecvWr", maxRecvWr, 0, Integer.MAX_VALUE);
        Checks.range("maxSendSge", maxSendSge, 0, Integer.MAX_VALUE);
        Checks.range("maxRecvSge", maxRecvSge, 0, Integer.MAX_VALUE);
        Checks.range("maxInlineData", maxInlineData, 0, Integer.MAX_VALUE);
    }
}
