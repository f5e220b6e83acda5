/**
 * What ports on Netty event loops share: {@code PortLoop} is the loop, {@code PacketIntake} the way
 * into the shard, {@code IcrcMode} says how packets are protected, {@code InboundStage} and {@code
 * OutboundStage} let a test or a demonstration impair what passes. All but {@code PortLoop}'s calls
 * is confined to the loop.
 */
package org.urdma4j.transport.port.pipeline;
