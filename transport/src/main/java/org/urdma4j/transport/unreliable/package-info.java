/**
 * The unreliable services (IBTA 1.4 §9.8): UC, whose messages arrive whole or not at all, and UD,
 * whose messages are single packets to any peer. Nothing is acknowledged and nothing sent again; a
 * send request completes when its last packet is sent.
 *
 * <p>{@link org.urdma4j.transport.unreliable.UnreliableProfile} joins a sender, the same for both
 * but for how a packet is written, to the receiver of the service. Confined to the event loop of
 * the shard.
 */
package org.urdma4j.transport.unreliable;
