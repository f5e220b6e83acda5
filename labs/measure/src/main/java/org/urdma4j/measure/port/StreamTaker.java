package org.urdma4j.measure.port;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;

/** Takes the TCP streams of a run. */
@FunctionalInterface
public interface StreamTaker {
    /**
     * Takes one, on the event loop of the port, which it has just left.
     *
     * @param channel open and registered nowhere, without handlers; it reads nothing by itself
     * @param head what it began with, cookie included; to be released
     */
    void take(Channel channel, ByteBuf head);
}
