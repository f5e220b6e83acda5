/**
 * The software device: the transport engine and what surrounds it. From the inside out:
 *
 * <ul>
 *   <li>{@code counter}, {@code memory}, {@code wire}, {@code queue}: what the engine works with;
 *   <li>{@code qp}: the state machine of a queue pair, its context, and the contract of a profile;
 *   <li>{@code work}: what all profiles share of carrying out requests;
 *   <li>{@code rc}, {@code urdma}, {@code unreliable}: the profiles;
 *   <li>{@code shard}: the queue pairs of one event loop as a deterministic state machine without
 *       I/O;
 *   <li>{@code cm}: connections; {@code gsi}, {@code rdmacm}: what they look like on the wire and
 *       to applications;
 *   <li>{@code port}: what the device asks of a network backend; below it the backends;
 *   <li>{@code device}: the verbs objects, which hand work to the engine and take completions from
 *       it;
 *   <li>{@code provider}: what {@code ServiceLoader} finds.
 * </ul>
 */
package org.urdma4j.transport;
