/**
 * The software device: the transport engine and what surrounds it. From the inside out:
 *
 * <ul>
 *   <li>{@code counter}, {@code memory}, {@code wire}, {@code queue}: what the engine works with;
 *   <li>{@code engine}: the queue pairs of one event loop as a deterministic state machine without
 *       I/O;
 *   <li>{@code port}: what the device asks of a network backend;
 *   <li>{@code netty}: the backends that run on Netty's event loops;
 *   <li>{@code device}: the verbs objects, which hand work to the engine and take completions from
 *       it;
 *   <li>{@code provider}: what {@code ServiceLoader} finds.
 * </ul>
 */
package org.urdma4j.transport;
