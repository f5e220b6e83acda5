/**
 * Flows over one bottleneck in virtual time, the real engine at both ends of ours: {@link
 * org.urdma4j.simulation.congestion.Bottleneck} has flows of ours and of others share a queue, and
 * says what each of them got of it.
 */
package org.urdma4j.simulation.congestion;
