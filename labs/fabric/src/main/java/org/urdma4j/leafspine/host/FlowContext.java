package org.urdma4j.leafspine.host;

import org.urdma4j.leafspine.event.EventQueue;
import org.urdma4j.leafspine.net.PacketPool;

/**
 * What both ends of a queue pair share.
 *
 * @param flow its number
 * @param from the NIC that sends
 * @param to the NIC that receives
 * @param entropy what switches hash, unless a container has its own
 * @param overheadBytes of a packet of data on the wire
 * @param containerPackets packets of a container
 * @param rttPs round trip of the empty path
 */
public record FlowContext(
        int flow,
        int from,
        int to,
        long entropy,
        int overheadBytes,
        int containerPackets,
        long rttPs,
        EventQueue events,
        PacketPool pool,
        Messages messages,
        HostCounters counters,
        Delivery delivery) {
    /** Of an answer on the wire, and of other packets without payload. */
    public static final int CONTROL_BYTES = 86;
}
