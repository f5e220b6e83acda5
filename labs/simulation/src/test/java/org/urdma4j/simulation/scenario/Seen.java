package org.urdma4j.simulation.scenario;

import org.urdma4j.codec.ib.Opcode;

/**
 * A packet that entered a link.
 *
 * @param fromA whether the requester of the scenario, host a, sent it
 * @param psn counted from the first of the connection
 * @param lost whether the link's script took it
 */
record Seen(long atNs, boolean fromA, int opcode, int psn, boolean ackRequested, boolean lost) {
    boolean has(int opcodeFlags) {
        return (Opcode.flags(opcode) & opcodeFlags) == opcodeFlags;
    }

    @Override
    public String toString() {
        return "%d us %s %s %d%s"
                .formatted(
                        atNs / 1000,
                        fromA ? "a" : "b",
                        Opcode.name(opcode).substring(3),
                        psn,
                        lost ? " lost" : "");
    }
}
