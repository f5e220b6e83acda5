package org.urdma4j.measure.sim;

import org.urdma4j.measure.spec.Operation;
import org.urdma4j.transport.qp.EngineConfig;

/**
 * What hosts do that keep a path full.
 *
 * @param operation WRITE, SEND or READ
 * @param messageBytes size of a message
 * @param depth messages that are posted at a time, 0 for what keeps the path full
 * @param engine limits of both hosts
 */
public record BulkLoad(Operation operation, long messageBytes, int depth, EngineConfig engine) {
    /** WRITEs of 64 MiB between hosts without limits. */
    public static final BulkLoad DEFAULT =
            new BulkLoad(Operation.WRITE, 64L << 20, 0, EngineConfig.DEFAULT);

    public BulkLoad {
        if (operation.atomic() || operation == Operation.WRITE_IMM) {
            throw new IllegalArgumentException("simulated are WRITE, SEND and READ");
        }
    }

    /** Returns the same between hosts with so many unacknowledged bytes at most, as NICs may be. */
    public BulkLoad inFlight(long bytes) {
        EngineConfig limited = EngineConfig.builder().maxInFlightBytes(bytes).build();
        return new BulkLoad(operation, messageBytes, depth, limited);
    }
}
