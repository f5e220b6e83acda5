package org.urdma4j.bridge;

import org.urdma4j.bridge.frame.GatewayReport;
import org.urdma4j.bridge.port.PortReport;

/** What a bridge has done so far. */
public record BridgeReport(PortReport inside, PortReport outside, GatewayReport gateway) {}
