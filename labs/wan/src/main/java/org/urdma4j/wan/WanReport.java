package org.urdma4j.wan;

import org.urdma4j.gateway.bridge.frame.GatewayReport;
import org.urdma4j.wan.shuttle.ShuttleReport;

import java.util.List;

/**
 * What a path has done so far.
 *
 * @param path both directions
 * @param gateways that at the first namespace's end and the other, or none
 */
public record WanReport(ShuttleReport path, List<GatewayReport> gateways) {}
