/**
 * TC-SACK, selective retransmission by reports of what is missing (URDMA paper 2.2.4): {@link
 * org.urdma4j.retransmit.sack.SackReceiver} knows what arrived and when to report it, {@link
 * org.urdma4j.retransmit.sack.SackSender} what to send again and when to ask.
 *
 * <p>Each pair serves one sequence space. Packet sequence numbers are 64-bit; times are nanoseconds
 * that come in by argument. Objects are confined to the event loop of their queue pair. Nothing
 * here allocates per packet: all state is in rings of primitives that double when they are full and
 * become small again when little of them is used.
 */
package org.urdma4j.retransmit.sack;
