package org.urdma4j.gateway.bridge;

import org.urdma4j.gateway.bridge.frame.Role;
import org.urdma4j.gateway.packet.GatewayConfig;

import java.util.Optional;

/**
 * Between which interfaces a gateway is wanted.
 *
 * @param namespace of both, by name or path; empty for the one of this process
 * @param inside interface towards the hosts
 * @param outside interface towards the long link
 * @param role which half is wanted
 * @param gateway what it is like; the MTU is that of the interfaces, whatever it says
 */
public record BridgeConfig(
        Optional<String> namespace,
        String inside,
        String outside,
        Role role,
        GatewayConfig gateway) {}
