/**
 * What ports on Netty event loops share. {@code PortLoop} is the loop; {@code InboundRun} and
 * {@code OutboundRun} are what passes through the pipeline: {@code IcrcHandler}, which {@code
 * IcrcMode} tells how packets are protected, and {@code ShardHandler}, the end; {@code BatchSender}
 * is where it starts outward. {@code InboundStage} and {@code OutboundStage} let a test or a
 * demonstration impair what passes. All but {@code PortLoop}'s calls is confined to the loop.
 */
package org.urdma4j.transport.port.pipeline;
