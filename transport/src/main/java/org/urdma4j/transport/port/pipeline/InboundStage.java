package org.urdma4j.transport.port.pipeline;

import io.netty.buffer.ByteBuf;

/**
 * Stands in the receive path of a port, before anything has looked at a packet, and may delay,
 * drop, damage, repeat or reorder: the model of a long or lossy path on a machine that has none.
 * One stage serves one port; every method is called by the port's event loop.
 */
public interface InboundStage {
    /** What {@link #poll} returns when nothing is held. */
    long NEVER = Long.MAX_VALUE;

    /** Takes packets that have arrived. */
    @FunctionalInterface
    interface Delivery {
        /**
         * Passes a packet on, and its reference with it: the caller may not touch it afterwards.
         *
         * @param packet from its BTH to its ICRC
         * @param source the object that came with the packet
         */
        void deliver(ByteBuf packet, Object source);
    }

    /**
     * Takes a packet and one reference to it, which the stage must release if it doesn't deliver
     * the packet. The readable bytes, BTH to ICRC, belong to the packet alone and may be changed.
     *
     * @param source where it came from, to be delivered with it
     * @param nowNs the port's clock
     */
    void offer(ByteBuf packet, Object source, long nowNs);

    /**
     * Delivers everything due by {@code nowNs}. Called after each batch of offers, and when the
     * time that it returned has come.
     *
     * @return when the next packet is due, {@link #NEVER} if none is held
     */
    long poll(long nowNs, Delivery delivery);

    /** Releases everything held. Called once, when the port closes. */
    void close();
}
