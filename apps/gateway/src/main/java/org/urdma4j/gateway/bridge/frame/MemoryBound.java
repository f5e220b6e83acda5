package org.urdma4j.gateway.bridge.frame;

import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.Vlan;
import org.urdma4j.gateway.packet.GatewayConfig;

/** What memory a gateway takes at most, known before it starts. */
public final class MemoryBound {
    /** Frames on their way through, each port's. */
    public static final long TRANSIT_BYTES = 4L << 20;

    /** What a slot may be larger than its frame: a third, and the least that there is. */
    private static final int SLOT_SHARE = 3;

    private static final long SMALLEST_SLOT = 128;

    /** What tables take beside the packets: of each packet of a pool, and of each flow. */
    private static final long PER_PACKET = 128;

    private static final int TAGS = 2;
    private static final long POOLS = 3;
    private static final long PER_FLOW = 2048;
    private static final long WAYS = 2;

    /** What is remembered of flows that are over. */
    private static final long ENDED_FLOWS = 1 << 20;

    private MemoryBound() {}

    /** Returns the longest frame of an interface: with two tags, without check sequence. */
    public static int longestFrame(int mtu) {
        return Ethernet.LENGTH + TAGS * Vlan.LENGTH + mtu;
    }

    /** Returns the memory for frames: all pools full, a NAK a flow, and what is on its way. */
    public static long frameBytes(GatewayConfig config) {
        long pools = config.reorderBytes() + config.backupBytes() + config.copyBytes();
        return pools
                + pools / SLOT_SHARE
                + POOLS * SMALLEST_SLOT * config.packets()
                + SMALLEST_SLOT * config.maxFlows()
                + WAYS * TRANSIT_BYTES;
    }

    /** Returns the bound in bytes: frames, and the tables of packets and flows when full. */
    public static long bytes(GatewayConfig config) {
        return frameBytes(config)
                + POOLS * PER_PACKET * config.packets()
                + WAYS * (PER_FLOW * config.maxFlows() + ENDED_FLOWS);
    }
}
