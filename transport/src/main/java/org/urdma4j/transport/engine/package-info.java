/**
 * The queue pairs of one event loop as a deterministic state machine: packets, posted work and the
 * time come in by calls; packets, completions and the next deadline come out. No thread, socket,
 * clock, random source or logger of its own. The same code runs over sockets, in memory and in the
 * simulator.
 *
 * <p>Calls come in four families: {@code on…} (a packet, a timer), mutators (post, modify), {@code
 * poll…} (packets to send) and queries (the next deadline). {@link
 * org.urdma4j.transport.engine.Shard} is the entry.
 *
 * <p>A queue pair is split as rxe is: {@code Requester} sends work, {@code Completer} takes the
 * answers to it, {@code Responder} serves the peer's requests. Behaviour follows IBTA 1.4 §9.7
 * (reliable service). Everything here is confined to one event loop.
 */
package org.urdma4j.transport.engine;
