package org.urdma4j.transport.port.udp;

import io.netty.channel.socket.DatagramChannel;

import java.util.function.LongSupplier;

/** Reads the sockets of one event loop in place of Netty. Any thread. */
@FunctionalInterface
interface SocketReading {
    /**
     * Reads a socket until its channel is closed.
     *
     * @param channel registered, and told not to read
     * @param mainly whether peers send to it; otherwise strays alone come
     * @param clock tells when packets arrive
     */
    void start(DatagramChannel channel, boolean mainly, LongSupplier clock);
}
