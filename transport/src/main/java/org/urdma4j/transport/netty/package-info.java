/**
 * Network ports driven by a Netty event loop: {@code UdpPort} speaks RoCEv2 (IBTA annex A17)
 * through a datagram socket, {@code MemoryPort} passes packets within the process. Opened by the
 * device layer, the tools and tests.
 *
 * <p>Each port has one event loop of its own thread. The shard, the sender, the receiver and what
 * stands in between are confined to it; the methods of {@code NetworkPort} may be called by any
 * thread. Around them: {@code PortLoop} is the loop, {@code PacketIntake} the way into the shard,
 * {@code IcrcMode} says how packets are protected, {@code InboundStage} lets a test or a
 * demonstration impair what arrives.
 */
package org.urdma4j.transport.netty;
