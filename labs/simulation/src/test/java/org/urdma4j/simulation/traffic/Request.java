package org.urdma4j.simulation.traffic;

import org.urdma4j.verbs.WcOpcode;

/**
 * A send request that was posted and whose completion is still to come.
 *
 * @param id number in the order of posting
 * @param signaled whether its success is reported
 * @param landing where its result goes, -1 if it has none
 * @param result what must then be there
 */
// never compared
@SuppressWarnings("ArrayRecordComponent")
record Request(long id, WcOpcode opcode, boolean signaled, int landing, byte[] result) {}
