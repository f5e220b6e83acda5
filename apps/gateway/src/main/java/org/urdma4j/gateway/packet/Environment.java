package org.urdma4j.gateway.packet;

import org.urdma4j.gateway.message.MessageSeal;

/**
 * What both halves of a gateway have in common.
 *
 * @param config limits and habits
 * @param store where packets are kept
 * @param output where they leave
 * @param counters what is counted
 * @param longRtt round trip to the other gateway
 * @param reorder what may be held behind holes
 * @param copies what may be kept of packets sent over the long link
 * @param seal authenticates messages
 * @param <P> handles of packets
 */
public record Environment<P>(
        GatewayConfig config,
        PacketStore<P> store,
        Output<P> output,
        GatewayCounters counters,
        LongRtt longRtt,
        Budget reorder,
        Budget copies,
        MessageSeal seal) {
    /** Starts without having counted or measured anything. */
    public Environment(GatewayConfig config, PacketStore<P> store, Output<P> output) {
        this(
                config,
                store,
                output,
                new GatewayCounters(),
                new LongRtt(config.longRttNs()),
                new Budget(config.reorderBytes()),
                new Budget(config.copyBytes()),
                new MessageSeal(config.key(), config.bootId()));
    }

    /** Returns the number of the next message: how many there have been, with it. */
    public int nextMessage() {
        return (int) (counters.marks + counters.statuses + counters.repairs + counters.hellos);
    }
}
