package org.urdma4j.gateway.bridge.frame;

import org.urdma4j.gateway.flow.FlowReport;
import org.urdma4j.gateway.packet.GatewayCounters;

import java.util.List;

/**
 * What a gateway has done so far.
 *
 * @param frames that came in at either side
 * @param tooLong frames lost because they were longer than the MTU and two tags allow
 * @param noMemory frames lost because there was no memory for them
 * @param counters the engine's, which stay as they are
 * @param flows what was counted by flow, in no order; empty where it was not asked for
 */
public record GatewayReport(
        long frames,
        long tooLong,
        long noMemory,
        GatewayCounters counters,
        List<FlowReport> flows) {
    public GatewayReport {
        flows = List.copyOf(flows);
    }
}
