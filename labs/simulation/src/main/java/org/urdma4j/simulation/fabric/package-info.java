/**
 * A lossless Ethernet fabric: switches with eight priorities, a shared buffer and dynamic
 * thresholds, cables, and the ports of hosts, which all ask for pauses and obey them by real PFC
 * frames (IEEE 802.1Q clause 36, formerly 802.1Qbb; 802.3 annex 31B). Packets are marked with
 * congestion when they leave a queue. A {@link org.urdma4j.simulation.fabric.Fabric} puts ports of
 * its own in place of links between the hosts of a {@code SimulatedNetwork}; see docs/fabric.md.
 * Everything runs on the thread that runs the virtual time.
 */
package org.urdma4j.simulation.fabric;
