/**
 * Which packets the wire loses: the random processes (independent loss, bursts that pass with
 * packets or with time) and scripts that name single packets. A {@code …Spec} is an immutable
 * description; a process or script holds state and belongs to one link, on that link's thread.
 * Called by {@code link}.
 */
package org.urdma4j.simulation.loss;
