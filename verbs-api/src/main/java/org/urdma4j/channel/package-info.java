/**
 * Streams of bytes over RDMA: {@link org.urdma4j.channel.RdmaChannel} is a {@link
 * java.nio.channels.ByteChannel}, {@link org.urdma4j.channel.RdmaServerChannel} accepts them.
 *
 * <p>Each end has a ring in registered memory. The other one WRITEs what is sent into it, with
 * immediate data that say how much, and never more than has been freed there; what is freed is told
 * by short SENDs, one for an eighth of the ring, not for each read. {@link
 * org.urdma4j.channel.Hello}, the private data of the connection, says where the ring is. All of it
 * is described in {@code docs/channels.md}.
 *
 * <p>Called by any threads of an application; the threads of an {@link
 * org.urdma4j.endpoint.ActiveGroup} take what has completed. Stands above {@code org.urdma4j.verbs}
 * and {@code org.urdma4j.endpoint}, and depends on the JDK alone, so that it works with any
 * provider.
 */
package org.urdma4j.channel;
