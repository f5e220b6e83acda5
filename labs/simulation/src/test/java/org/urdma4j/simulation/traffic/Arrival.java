package org.urdma4j.simulation.traffic;

import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.WcOpcode;

/**
 * A message that must complete a receive of its destination.
 *
 * @param opcode RECV or RECV_RDMA_WITH_IMM
 * @param bytes what goes to the receive's memory
 * @param length what its completion says
 * @param flags of the completion
 * @param immediate the immediate data, if it has any
 * @param invalidated the region whose key it takes away, or null
 */
// never compared
@SuppressWarnings("ArrayRecordComponent")
record Arrival(
        WcOpcode opcode,
        byte[] bytes,
        long length,
        int flags,
        int immediate,
        MemoryRegion invalidated) {}
