/**
 * Simulated hosts: the software device of {@code org.urdma4j.transport}, opened and used through
 * the verbs API as over sockets, with links of {@code link} as its network. A {@link
 * org.urdma4j.simulation.host.SimulatedNetwork} holds the virtual time, the seed, the links and the
 * hosts; RoCEv2 over IPv4 (IBTA annex A17) gives packets their addresses and ICRC. Called by
 * scenario tests and the bench; everything runs on the thread that runs the virtual time.
 */
package org.urdma4j.simulation.host;
