package org.urdma4j.transport.port.pipeline;

import io.netty.channel.Channel;

/**
 * One of the channels that a port sends and receives through.
 *
 * @param channel has the backend's own handlers
 * @param icrc follows them
 * @param onArrival called once for each read, before its turn
 * @param gidIndex of the address that packets come to by it
 */
public record PortChannel(Channel channel, IcrcHandler icrc, Runnable onArrival, int gidIndex) {}
