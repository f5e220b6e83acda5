package org.urdma4j.tools.gateway;

import org.urdma4j.gateway.bridge.BridgeConfig;
import org.urdma4j.gateway.bridge.BridgeReport;

/** Where it is said what happens. */
interface GatewayOutput {
    /** The bridge is up, with interfaces of this MTU. */
    void ready(BridgeConfig config, int mtu);

    /** What was done until {@code seconds} after the start. */
    void interval(double seconds, BridgeReport report);

    void end(double seconds, BridgeReport report);
}
