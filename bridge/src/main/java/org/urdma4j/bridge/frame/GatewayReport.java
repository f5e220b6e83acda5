package org.urdma4j.bridge.frame;

import org.urdma4j.gateway.packet.GatewayCounters;

import java.lang.reflect.Field;

/**
 * What a gateway has done so far.
 *
 * @param frames that came in at either side
 * @param tooLong frames lost because they were longer than the MTU and two tags allow
 * @param noMemory frames lost because there was no memory for them
 * @param counters the engine's, which stay as they are
 */
public record GatewayReport(long frames, long tooLong, long noMemory, GatewayCounters counters) {
    /** Reads what is counted; on the thread that runs the gateway. */
    static GatewayReport of(FrameGateway gateway) {
        return new GatewayReport(
                gateway.frames(), gateway.tooLong(), gateway.refused(), copy(gateway.counters()));
    }

    private static GatewayCounters copy(GatewayCounters live) {
        GatewayCounters copy = new GatewayCounters();
        try {
            for (Field counter : GatewayCounters.class.getFields()) {
                counter.setLong(copy, counter.getLong(live));
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a counter can't be read", e);
        }
        return copy;
    }
}
