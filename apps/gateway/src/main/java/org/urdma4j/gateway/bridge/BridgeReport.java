package org.urdma4j.gateway.bridge;

import org.urdma4j.gateway.bridge.frame.GatewayReport;
import org.urdma4j.gateway.bridge.port.PortReport;

/** What a bridge has done so far. */
public record BridgeReport(PortReport inside, PortReport outside, GatewayReport gateway) {}
