/**
 * A queue pair, whatever profile it speaks: its state machine (IBTA 1.4 §10.3), what it is attached
 * to, what its peers share, and the {@link org.urdma4j.transport.qp.Profile} that it hands packets
 * and work to. Which profiles there are is not known here: a {@link
 * org.urdma4j.transport.qp.ProfileFactory} makes them. Confined to the event loop of its shard.
 */
package org.urdma4j.transport.qp;
