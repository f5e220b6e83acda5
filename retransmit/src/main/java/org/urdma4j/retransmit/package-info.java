/**
 * What both ends remember about sequence numbers so that lost packets are sent again: the go-back-N
 * windows of the InfiniBand reliable connection (IBTA 1.4 §9.7), its timers and its retry counts.
 *
 * <p>Packet sequence numbers are 64-bit here; the engine unwraps the 24 bits of the wire at its
 * edge. Nothing in this package reads a clock or starts a thread: times come in by argument, and
 * every object is confined to the event loop of its queue pair.
 */
package org.urdma4j.retransmit;
