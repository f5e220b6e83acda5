/**
 * The URDMA profile of a queue pair (China Mobile, ZTE Technology Journal 30(6), 2024; {@code
 * docs/wire-urdma.md}): every data packet places itself, what is missing is reported and sent again
 * by itself, and congestion control decides the rate. Requests and responses have a sequence space
 * each; both share the congestion control.
 *
 * <p>{@link org.urdma4j.transport.urdma.UrdmaProfile} takes packets in and hands packets out.
 * Behind it: {@code requester} sends requests and takes what answers them, {@code responder} serves
 * the peer's, {@code report} is what arrived and how fast to send, {@code fec} repairs, {@code
 * packet} writes data packets, {@code offer} is what both ends agreed on. Confined to the event
 * loop of the shard.
 */
package org.urdma4j.transport.urdma;
