package org.urdma4j.transport.port.pipeline;

import io.netty.channel.Channel;

import org.urdma4j.transport.wire.Route;

import java.util.function.LongSupplier;

/** A route as a {@link BatchSender} sees it. Used by the event loop. */
public interface SendRoute extends Route {
    /** Returns whether a batch to this peer may leave as one super-packet that is cut later. */
    boolean isSegmentable();

    /** The link has refused a super-packet. */
    void notSegmentable();

    /**
     * Returns what packets on this way leave by, of a port with several channels.
     *
     * @param first the port's first channel
     */
    default Channel channel(Channel first) {
        return first;
    }

    /**
     * Says that a batch is about to be sent.
     *
     * @param packetBytes its longest packet, from BTH to ICRC
     * @param clock the port's
     * @return whether it can be; if not, it is dropped and counted
     */
    default boolean takes(int packetBytes, LongSupplier clock) {
        return true;
    }

    /** Takes so many IPv4 identifications, if the backend writes them; returns the first. */
    default int takeIdentifications(int n) {
        return 0;
    }
}
