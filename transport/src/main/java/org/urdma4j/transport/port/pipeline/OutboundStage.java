package org.urdma4j.transport.port.pipeline;

import io.netty.buffer.ByteBufHolder;

import java.util.function.Consumer;

/**
 * Stands in the send path of a port, after the ICRC, and may drop, damage, repeat or reorder: the
 * counterpart of {@link InboundStage}, for a peer that can't have one. One stage serves one port;
 * every method is called by the port's event loop.
 */
public interface OutboundStage {
    /**
     * Takes a packet, BTH to ICRC, and one reference to it, which the stage must release if it
     * doesn't pass the packet on. Its bytes belong to the packet alone.
     *
     * @param wire takes packets that go out now, and their references with them
     */
    void offer(ByteBufHolder packet, Consumer<ByteBufHolder> wire);

    /** Releases everything held. Called once, when the port closes. */
    void close();
}
