package org.urdma4j.simulation.host;

/**
 * The two links between a pair of hosts.
 *
 * @param there from the first host to the second
 * @param back from the second host to the first
 */
public record DuplexLink(SimulatedLink there, SimulatedLink back) {}
