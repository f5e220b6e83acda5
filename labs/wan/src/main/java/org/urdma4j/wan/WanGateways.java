package org.urdma4j.wan;

import org.urdma4j.gateway.packet.GatewayConfig;

/**
 * Gateways at both ends of the link.
 *
 * @param scheme what the user calls them
 * @param each what both are like
 */
public record WanGateways(String scheme, GatewayConfig each) {}
