/**
 * The queue pairs of one event loop as a deterministic state machine: packets, posted work and the
 * time come in by calls; packets, completions and the next deadline come out. No thread, socket,
 * clock, random source or logger of its own. The same code runs over sockets, in memory and in the
 * simulator.
 *
 * <p>Calls come in four families: {@code on…} (a packet, a timer), mutators (post, modify), {@code
 * poll…} (packets to send) and queries (the next deadline). {@link
 * org.urdma4j.transport.shard.Shard} is the entry. Everything but {@link
 * org.urdma4j.transport.shard.Doorbell#ring} is confined to one event loop.
 */
package org.urdma4j.transport.shard;
